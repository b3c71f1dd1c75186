"""Study what becomes of metrics under other conditions: translations, versions, prompts, tokenisations."""

PANEL = "Metrics"
