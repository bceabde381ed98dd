#!/usr/bin/env python3
"""Makes sure that every test that docs/conformance.md names has passed.

    tests/conformance.py LOG

LOG is what `cargo test --workspace` printed, both of its streams. Each row of crates/retort/tests/conformance may name
tests; one that is not among those that passed fails here, and so do the tests that run the rows themselves.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = ROOT / "crates/retort/tests/conformance"
OWN = ["every_row_is_met", "every_row_is_sound", "every_test_that_is_named_exists", "the_page_tells_every_row"]


def passed(log):
    """The tests that passed, named as rows name them."""
    names, package, prefix, open_test = set(), "", "", None
    for line in log.splitlines():
        if running := re.match(r"\s*Running (unittests )?(\S+) \(\S*/deps/(\w+)-[0-9a-f]+(\.exe)?\)", line):
            # The unit tests of a package come before its others, whose program does not bear its name.
            if running[1]:
                package = running[3].replace("_", "-")
            prefix = package if running[1] else f"{package}::it"
            continue
        if test := re.match(r"test (\S+)(?: - should panic)? \.\.\. ?(.*)$", line):
            open_test, result = f"{prefix}::{test[1]}", test[2]
        else:
            result = line
        # What a test prints past the runner may stand between its name and its result.
        if open_test and result.strip() in ("ok", "FAILED", "ignored"):
            if result.strip() == "ok":
                names.add(open_test)
            open_test = None
    return names


def named():
    """The tests that rows name, each with the rows that name it."""
    tests = {}
    for path in sorted(ROWS.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            for test in row.get("tests", []):
                tests.setdefault(test, []).append(row["id"])
    return tests


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    log = re.sub(r"\x1b\[[0-9;]*m", "", pathlib.Path(sys.argv[1]).read_text(encoding="utf-8", errors="replace"))
    tests = named() | {f"retort::it::asked::{name}": ["all rows"] for name in OWN}
    missing = sorted(set(tests) - passed(log))
    for test in missing:
        print(f"{test} has not passed, which shows {', '.join(tests[test])}", file=sys.stderr)
    if missing:
        sys.exit(f"{len(missing)} of {len(tests)} tests that docs/conformance.md names have not passed")
    print(f"    all {len(tests)} tests that docs/conformance.md names have passed")


if __name__ == "__main__":
    main()
