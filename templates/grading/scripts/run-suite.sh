#!/usr/bin/env bash
# run-suite.sh FOLDER FILE: runs the command $RUN of a suite in FOLDER for at most $LIMIT seconds, and writes the report
# that it prints to FILE. Everything else that it prints goes to the log.
#   REPORT     what the command prints: junit or tap; with exit, nothing, and its exit code is the only test
#   ISOLATION  required: as another user, as in a job; none: as this user; otherwise, as another user if this one is root
set -euo pipefail
export LC_ALL=C

# Only the system's own programs run here after the tests.
[ "${ISOLATION:-}" != required ] || PATH=/usr/bin:/bin
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
folder=$(cd -- "$1" && pwd)
results=$2
# A body of 1,000,000 bytes has to hold the report as a JSON text.
most=900000
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n -- "$@"; fi
}

in_namespaces() {
  as_root unshare --mount --pid --ipc --fork --kill-child --mount-proc -- "$@"
}

as_another() {
  in_namespaces bash "$here/as-nobody.sh" "$folder" "$LIMIT" "$RUN" "$REPORT"
}

as_myself() {
  mkdir "$work/home"
  cd -- "$folder"
  if [ "$REPORT" = exit ]; then exec 1>&2; fi
  timeout --signal=KILL "$LIMIT" env -i HOME="$work/home" TMPDIR="$work/home" PATH="$PATH" LANG=C.UTF-8 CI=true \
    PYTHONPATH="$folder/.packages" PYTHONDONTWRITEBYTECODE=1 bash -c "$RUN"
}

launch=as_another
if [ "${ISOLATION:-}" != required ]; then
  if [ "${ISOLATION:-}" = none ] || [ "$(id -u)" != 0 ] || ! in_namespaces true 2>/dev/null; then
    launch=as_myself
    echo 'Here, the tests run as yourself. In a job of GitHub Actions, they run as a user without rights.'
  fi
fi

# Only this process, as its own user, writes the files of $work and the results. What follows is cut off, but read on if it
# is the log, so that a long log ends no test.
{
  {
    status=0
    "$launch" </dev/null || status=$?
    printf '%s\n' "$status" >"$work/status"
  } 2>&1 1>&3 3>&- | {
    head -c 100000
    cat >/dev/null
  } >"$work/log"
} 3>&1 | timeout --signal=KILL "$((LIMIT + 10))" head -c "$((most + 1))" >"$work/report" || true
status=$(cat "$work/status" 2>/dev/null || echo 137)

# Actions takes commands from lines of the log: those that begin with "::", and "##[" anywhere.
if [ -s "$work/log" ]; then
  echo 'The tests printed:'
  tr -d '\000-\010\013-\037\177' <"$work/log" | sed -e 's/##\[/# # [/g' -e 's/^/| /'
  echo
fi

if [ "$status" = 137 ]; then
  printf 'The tests did not end within %s seconds, or were killed.\n' "$LIMIT"
fi
if [ "$REPORT" = exit ]; then
  verdict='not ok'
  [ "$status" != 0 ] || verdict='ok'
  printf 'TAP version 13\n1..1\n%s 1 - %s\n' "$verdict" "$SUITE" >"$work/report"
fi
size=$(wc -c <"$work/report" | tr -d ' ')
if [ "$size" -gt "$most" ]; then
  printf 'The tests printed more than %s bytes of results, so nothing counts.\n' "$most"
  exit 1
fi
if [ "$size" = 0 ]; then
  echo 'The tests printed no results, so nothing counts.'
  exit 1
fi
cat "$work/report" >"$results"
printf 'The tests printed %s bytes of results.\n' "$size"
