# SPDX-License-Identifier: Apache-2.0
"""The runner of the scripts that drive the program (check_cli.py, check_uci.py).

    @test
    def what_is_tested(): ...
    sys.exit(main())

Runs all, or those named on the command line; prints "N passed, N failed" as its last line.
"""

import os
import subprocess
import sys

PROGRAM = os.path.join(os.environ.get("O", "build"), "zaffre")
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def main():
    passed = failed = 0
    for function in TESTS:
        if len(sys.argv) > 1 and function.__name__ not in sys.argv[1:]:
            continue
        try:
            function()
            passed += 1
        except (AssertionError, subprocess.TimeoutExpired, ValueError) as error:
            failed += 1
            print(f"{function.__name__}: {error or 'failed'}")
            trace = error.__traceback__
            while trace.tb_next:
                trace = trace.tb_next
            print(f"    at line {trace.tb_lineno} of {trace.tb_frame.f_code.co_filename}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0
