# Prints TAP: a plan, and a line for each test. The command of the learner runs as a process of its own, so that it
# cannot change what this script prints. It writes its files in $TMPDIR, because the folder cannot be written.
echo '1..2'

said=$(bash hello.sh Ada 2>&1)
if [ "$said" = 'Hello, Ada!' ]; then echo 'ok 1 - greets a person'; else echo 'not ok 1 - greets a person'; fi

if bash hello.sh >"$TMPDIR/said" 2>&1; then echo 'not ok 2 - refuses no name'; else echo 'ok 2 - refuses no name'; fi
