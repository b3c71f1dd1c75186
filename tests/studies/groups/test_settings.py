"""What is asked of a comparison by groups."""

from __future__ import annotations

from trueness.studies.groups.settings import GroupsSelection
from trueness.study.setting import settings_of


def test_it_is_that_of_a_comparison_and_the_groups():
    keywords = [one.keyword for one in settings_of(GroupsSelection)]
    assert {"human", "metrics", "clusters", "by", "smallest_group", "tests"} <= set(keywords)
    assert GroupsSelection().smallest_group == 10
