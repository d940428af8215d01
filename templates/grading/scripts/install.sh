#!/usr/bin/env bash
# install.sh FOLDER: installs the dependencies of a suite into its folder, exactly as the lock file of the suite lists them.
# $LANGUAGE selects the package manager. The script runs before any file of the learner is on the machine.
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
    # Each line of jars.lock consists of the SHA-256 of a jar and the address of the jar.
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
