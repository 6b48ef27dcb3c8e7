#!/bin/sh
# Is there all that a build needs? If not, say which Debian packages give it. Called as: check_system.sh PYTHON
set -u
python=$1
missing=""
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
  echo "mtassay needs Python 3.11 or later, and '$python' is not. Name another one: make PYTHON=/path/to/python3 …" >&2
  exit 1
}
command -v "${CXX:-g++}" >/dev/null || command -v c++ >/dev/null || missing="$missing g++"
"$python" -c 'import ensurepip, venv' 2>/dev/null || missing="$missing python3-venv"
"$python" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' ||
  missing="$missing python3-dev"
if [ -n "$missing" ]; then
  for package in $missing; do
    grep -q "^$package " "$(dirname "$0")/../apt-packages.txt" || echo "bug: $package is not in apt-packages.txt" >&2
  done
  echo "Something is missing on this machine. On Debian or Ubuntu, as root: apt-get install$missing" >&2
  exit 1
fi
