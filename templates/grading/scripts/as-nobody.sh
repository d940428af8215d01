#!/usr/bin/env bash
# as-nobody.sh FOLDER LIMIT RUN REPORT: run-suite.sh starts this as root, as the first process of namespaces of its own.
# When it ends, the kernel ends every process that the tests left behind.
#
# Another user alone is not enough on a runner of GitHub: there, everybody may write to /usr/local/bin, /opt, and
# /usr/share, which lead the PATH of the steps that follow. So nothing outside of /tmp can be written here.
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
# The checkouts, and what the runner keeps.
mount -t tmpfs -o ro,mode=755 tmpfs /home
cd /mnt/suite
ulimit -c 0 -u 4096

nobody=(setpriv --reuid=nobody --regid=nogroup --clear-groups --no-new-privs
  --inh-caps=-all --ambient-caps=-all --bounding-set=-all --)
# The time limit is a process of root, which the tests cannot end.
tests=(timeout --signal=KILL "$limit" "${nobody[@]}" env -i HOME=/tmp TMPDIR=/tmp PATH=/usr/local/bin:/usr/bin:/bin
  LANG=C.UTF-8 CI=true PYTHONPATH=/mnt/suite/.packages PYTHONDONTWRITEBYTECODE=1 bash -c "$run")

# Bash would print the whole command if it is killed.
exec 4>&2 2>/dev/null
status=0
if [ "$report" = exit ]; then
  "${tests[@]}" >&4 2>&4 4>&- || status=$?
  exit "$status"
fi
# A reader who is root takes the report from a pipe of the user, because no program may open the pipe of another user by its
# name (/dev/stdout, /dev/fd/3). The pipe is open at both ends before the tests begin.
mkfifo -m 600 /tmp/report
chown nobody /tmp/report
timeout --signal=KILL "$((limit + 5))" cat /tmp/report &
"${tests[@]}" >/tmp/report 2>&4 4>&- || status=$?
# The reader would wait for every process that can still write.
"${nobody[@]}" bash -c 'kill -KILL -1' || true
wait
exit "$status"
