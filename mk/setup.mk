# SPDX-License-Identifier: Apache-2.0
# make setup: the tools, from Debian's or Ubuntu's packages, and the Python environment.

.PHONY: setup
setup: ## install the tools that are missing; does nothing when all are there
	@PYTHON='$(PYTHON)' VENV='$(VENV)' tools/setup.sh
