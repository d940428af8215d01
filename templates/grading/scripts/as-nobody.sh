#!/usr/bin/env bash
# as-nobody.sh FOLDER LIMIT RUN REPORT: runs the tests as the user "nobody". run-suite.sh starts this script as root, as the
# first process in new namespaces. When the script ends, the kernel ends every process that the tests left running.
#
# The user "nobody" alone does not protect a machine of GitHub. There, every user may write to /usr/local/bin, /opt, and
# /usr/share, and the PATH of later steps contains such folders. So this script makes everything but /tmp, /var/tmp, and
# /dev/shm read-only for the tests.
set -euo pipefail

folder=$1 limit=$2 run=$3 report=$4

mount -o remount,bind,ro /
mount -t tmpfs -o mode=755,nosuid,nodev tmpfs /mnt
mkdir /mnt/suite
mount --bind "$folder" /mnt/suite
mount -o remount,bind,ro,nosuid,nodev /mnt/suite
mount -o remount,ro,nosuid,nodev /mnt
for place in /tmp /var/tmp /dev/shm; do
  mount -t tmpfs -o mode=1777,nosuid,nodev,size=1g tmpfs "$place"
done
# An empty folder hides /home, which contains the checkouts and the files of GitHub's runner.
mount -t tmpfs -o ro,mode=755 tmpfs /home
cd /mnt/suite
ulimit -c 0 -u 4096

nobody=(setpriv --reuid=nobody --regid=nogroup --clear-groups --no-new-privs
  --inh-caps=-all --ambient-caps=-all --bounding-set=-all --)
# The process "timeout" belongs to root, so the tests cannot end it.
tests=(timeout --signal=KILL "$limit" "${nobody[@]}" env -i HOME=/tmp TMPDIR=/tmp PATH=/usr/local/bin:/usr/bin:/bin
  LANG=C.UTF-8 CI=true PYTHONPATH=/mnt/suite/.packages PYTHONDONTWRITEBYTECODE=1 bash -c "$run")

# Without this redirection, Bash would print the whole command when the command is killed.
exec 4>&2 2>/dev/null
status=0
if [ "$report" = exit ]; then
  "${tests[@]}" >&4 2>&4 4>&- || status=$?
  exit "$status"
fi
# The tests print the report into a pipe that belongs to "nobody", and "cat" reads it as root. The tests could not use the
# pipe of root: they may open a pipe by a name such as /dev/stdout or /dev/fd/3 only if their user owns it. Both ends of the
# pipe are open before the tests begin.
mkfifo -m 600 /tmp/report
chown nobody /tmp/report
timeout --signal=KILL "$((limit + 5))" cat /tmp/report &
"${tests[@]}" >/tmp/report 2>&4 4>&- || status=$?
# Ends all processes of "nobody". Otherwise, "cat" would wait until the last of them closes the pipe.
"${nobody[@]}" bash -c 'kill -KILL -1' || true
wait
exit "$status"
