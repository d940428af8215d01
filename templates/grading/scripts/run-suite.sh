#!/usr/bin/env bash
# run-suite.sh FOLDER FILE: runs the command $RUN of a suite in FOLDER for at most $LIMIT seconds. The standard output of the
# command is the report, which the script writes to FILE. The standard error is the log, which the script prints.
#   REPORT     the format of the report: junit or tap; with exit, the exit code of the command is the only test
#   ISOLATION  the user of the command. required: the user "nobody", as in a job of GitHub; none: the current user;
#              otherwise: "nobody" if the current user is root and the machine has namespaces, and else the current user
set -euo pipefail
export LC_ALL=C

# In a job, the script uses only programs of the system. So it starts none that a learner could have replaced.
[ "${ISOLATION:-}" != required ] || PATH=/usr/bin:/bin
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
folder=$(cd -- "$1" && pwd)
results=$2
# The maximum size of the report in bytes. report.sh sends the report as a JSON string in a body of at most 1,000,000 bytes.
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

# The tests write into pipes, and only this user writes the files. Both texts are cut off at a limit. The rest of the log is
# read and dropped, because a process whose log is not read any more would be stopped. The rest of a report is not read: a
# report above the limit does not count.
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

# GitHub takes a line of the log for a command to the job if the line begins with "::" or contains "##[".
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
