#!/usr/bin/env bash
# install.sh FOLDER: installs what a suite needs, in the folder of the suite, by its lock alone. Nothing of a commit is in
# the folder yet. $LANGUAGE says how.
set -euo pipefail
cd -- "$1"

case $LANGUAGE in
  node)
    if [ -e package-lock.json ]; then
      npm ci --ignore-scripts --no-audit --no-fund
    fi
    ;;
  python)
    if [ -e requirements.txt ]; then
      python3 -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
        --target .packages -r requirements.txt
    fi
    ;;
  java)
    # Each line of jars.lock has the SHA-256 of a jar, and its address.
    if [ -e jars.lock ]; then
      mkdir -p jars
      while read -r sum address; do
        jar=jars/${address##*/}
        curl -fsSL --proto '=https' --proto-redir '=https' -o "$jar" -- "$address"
        printf '%s  %s\n' "$sum" "$jar" | sha256sum --check --quiet
      done <jars.lock
    fi
    ;;
  command) ;;
  *)
    printf 'The suite is in an unknown language: %s\n' "$LANGUAGE" >&2
    exit 1
    ;;
esac
