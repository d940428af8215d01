#!/usr/bin/env bash
# Sends the results of the job "run" to the product. "npm run new-suite" copies this script into each workflow, because the
# job "report" checks out no repository. The job runs no code of a learner.
set -euo pipefail
export LC_ALL=C

stop() {
  printf '%s Nothing was sent.\n' "$1"
  exit 1
}

# Prints a text of another program in one line, so that GitHub takes no part of the text for a command to the job.
say() {
  printf '%s' "$1" | tr -d '\000-\037\177' | sed -e 's/##\[/# # [/g' -e 's/^/Rookies: /'
  echo
}

hash_of() {
  sha256sum <"$1" | cut -c 1-64
}

# api PATH TYPE: reads a path of the learner's repository from GitHub's API, as the media type that ends with TYPE.
api() {
  curl -fsS --retry 3 --max-time 30 -H "Authorization: Bearer $API_TOKEN" -H "Accept: application/vnd.github$2" \
    -H 'X-GitHub-Api-Version: 2022-11-28' "$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/$1"
}

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

report=
for file in "$RESULTS"/*; do
  if [ -f "$file" ] && [ ! -L "$file" ]; then report=$file; fi
done
[ -n "$report" ] || stop 'There are no results: the log of the job "run", or of the step before, says why.'
[ "$(hash_of "$report")" = "$DIGEST" ] || stop 'The results are not those that the job "run" wrote.'

# The token proves only that the job "report" runs on a machine of GitHub. A learner can give their own machine the label
# "ubuntu-24.04", so that GitHub starts the job "run" there. So this script checks every job of the run: GitHub's machines
# are in the runner group 0, to which nobody can add a machine.
api "actions/runs/$GITHUB_RUN_ID/jobs?filter=all&per_page=100" +json >"$work/jobs" || stop 'The jobs of the run cannot be read.'
jq -e '.total_count == (.jobs | length) and any(.jobs[]; .runner_group_id == 0) and all(.jobs[];
  .runner_group_id == 0 or .runner_group_id == null and (.status != "completed" or .conclusion == "skipped"))' \
  "$work/jobs" >/dev/null || stop 'A job of this run was not on a machine that GitHub hosts, so nothing counts.'

# The type and size of .rookies are read from the list of the folder. If the API is asked for the file itself, it follows a
# symbolic link, and gives the type of the target.
line=null
api "contents/?ref=$GITHUB_SHA" +json >"$work/folder" || stop 'The files of the commit cannot be read.'
entry=$(jq -r '.[] | select(.name == ".rookies") | "\(.type) \(.size)"' "$work/folder")
case $entry in
  '') echo 'The commit has no file .rookies.' ;;
  'file '[1-9] | 'file '[1-9][0-9] | 'file 1'[0-9][0-9] | 'file 200')
    api "contents/.rookies?ref=$GITHUB_SHA" .raw+json | head -c 200 >"$work/rookies" || stop 'The file .rookies cannot be read.'
    found=$(grep -aEom 1 '^(rookies: *)?rk_[0-9a-f]{40}[[:space:]]*$' "$work/rookies" | tr -d '[:space:]' || true)
    if [ -n "$found" ]; then line="\"rookies: ${found#rookies:}\""; else echo 'The file .rookies has no line of a lesson.'; fi
    ;;
  *) echo 'The file .rookies counts only if it is an ordinary file of at most 200 bytes.' ;;
esac

# In the event of a push, GitHub gives pushed_at as Unix seconds; in other events, as a date.
case $PUSHED_AT in
  '' | *[!0-9]*) ;;
  *) PUSHED_AT=$(date -u -d "@$PUSHED_AT" +%Y-%m-%dT%H:%M:%SZ) ;;
esac

jq -ncj --arg suite "$SUITE" --argjson line "$line" --arg branch "$DEFAULT_BRANCH" --arg pushed "$PUSHED_AT" \
  --arg format "$FORMAT" --rawfile report "$report" \
  '{v: 1, suite: $suite, line: $line, default_branch: $branch, pushed_at: (if $pushed == "" then null else $pushed end),
    format: $format, report: $report}' >"$work/body"
[ "$(wc -c <"$work/body")" -le 1000000 ] || stop 'The results are larger than 1 MB.'

for pause in 5 15 0; do
  # The product accepts each token once, so each attempt requests a new token.
  : >"$work/answer"
  token=$(curl -fsS --retry 3 --max-time 30 -G --data-urlencode "audience=$ADDRESS#$(hash_of "$work/body")" \
    -H "Authorization: Bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" "$ACTIONS_ID_TOKEN_REQUEST_URL" | jq -r .value) ||
    stop 'GitHub gave no token.'
  code=$(curl -sS --max-time 60 -o "$work/answer" -w '%{http_code}' -H "Authorization: Bearer $token" \
    -H 'Content-Type: application/json' --data-binary "@$work/body" "$ADDRESS") || code=000
  case $code in 000 | 5??) sleep "$pause" ;; *) break ;; esac
done

say "$(jq -r '.message // empty' "$work/answer" 2>/dev/null | grep . || echo "The product answered with the status $code.")"
# The exit code of the job: the job succeeds only if the product answers that the tests passed.
[ "$code" = 200 ] && [ "$(jq -r 'select(.accepted == true) | .verdict' "$work/answer" 2>/dev/null)" = PASS ]
