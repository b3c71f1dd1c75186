"""How public benchmarks and other programs lay out their files."""
