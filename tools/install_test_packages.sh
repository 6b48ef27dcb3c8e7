#!/bin/sh
# Install what only tests need: WordNet, which METEOR is held against, a PostgreSQL server, which the tests of the
# database start for themselves, a browser, and LibreOffice Calc, which opens and sorts the workbooks that we write.
# Without root they are named, and their tests are skipped.
set -u
missing=""
[ -e /usr/share/wordnet/data.noun ] || missing="$missing wordnet-base"
[ -e /usr/share/wordnet/index.sense ] || missing="$missing wordnet-sense-index"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v chromium >/dev/null || missing="$missing chromium"
command -v soffice >/dev/null || missing="$missing libreoffice-calc"
[ -n "$missing" ] || exit 0
for package in $missing; do
  grep -q "^$package " "$(dirname "$0")/../apt-packages.txt" || echo "bug: $package is not in apt-packages.txt" >&2
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  # shellcheck disable=SC2086  # several words are meant
  { apt-get -qq update && apt-get -qq install --yes --no-install-recommends $missing; } >/dev/null 2>&1 && exit 0
fi
echo "Tests that need them are skipped. To run them, on Debian or Ubuntu, as root: apt-get install$missing" >&2
