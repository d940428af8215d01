import type { MyAssignment, MyTests } from '@rookies/data/assignments/my-assignment'

/** Returns what the result of a push does (rules/repositories#effects); null if it is only shown. */
export function effectText({ tests_do, push_hands_in }: MyTests): string | null {
  switch (tests_do) {
    case 'SHOW':
      return push_hands_in ? 'Each push hands in by itself.' : null
    case 'GATE':
      return push_hands_in
        ? 'A push hands in by itself once all tests pass.'
        : 'All tests have to pass before you can hand in.'
    case 'PASS':
      return push_hands_in
        ? 'Each push hands in by itself. When all tests pass, this lesson is complete.'
        : 'When you hand in a commit whose tests all pass, this lesson is complete.'
  }
}

/** Returns why the tests do not let any work in yet, in the words of the database; null if they do. */
export function gateProblem({ tests }: MyAssignment): string | null {
  if (tests?.tests_do !== 'GATE') return null
  if (!connectedIn(tests))
    return 'Connect your repository first: its tests have to pass before you hand in.'
  if (!tests.result) return 'No commit has been tested yet. Push first, and wait for the tests.'
  return tests.result.verdict === 'FAIL'
    ? 'The tests of your newest commit fail. Push again when they pass.'
    : null
}

/** Returns the connected repository; null if there is none, or if its first push has not come yet. */
export const connectedIn = (tests: MyTests | null) =>
  tests?.repository?.connected_at ? tests.repository : null
