import { fieldOf, oneLine } from '../_shared/answer.ts'

const NOT_COUNTED = 'The product does not count this result.'

/** The sentences for the log of a job, by the code with which the database refused the result. They name no person. */
const REFUSED: Record<string, string> = {
  UNKNOWN_LINE:
    'The file .rookies of this commit has no line of a lesson. Copy the line from your lesson, and push again.',
  OTHER_REPOSITORY:
    'This is not the repository of this lesson. Push to the one that the lesson shows, or disconnect that one first.',
  NOT_ASKED:
    'The lesson does not know this repository yet. Paste its address into the lesson, and push again.',
  OTHER_GRADER:
    'The lesson is tested by another workflow. Call the one that the template of the lesson calls.',
  GRADER_MOVED:
    'The school has not accepted this commit of its workflow yet. Tell your school, which accepts it in the assignment.',
  OTHER_SUITE: 'The lesson is tested by another suite. Call the workflow of its template.',
  OTHER_BRANCH: 'Only the default branch counts. Push your work to it.',
  JUDGED_ALREADY:
    'This commit has a result already, and the first one stands. Push another commit.',
  REPLAYED: 'This token was used before. Run the workflow again.',
  NO_ACCESS: 'The lesson is not open, so nothing is counted.',
  SHUT: 'The assignment takes no more work.',
  NO_RESULTS: 'The report has no tests, so nothing is counted.',
}

export const refusedSays = (code: string) => REFUSED[code] ?? NOT_COUNTED

/** Returns the sentences for the log of a job about a result that counts. */
export function acceptedSays(said: unknown): string {
  const lesson = `“${text(said, 'lesson')}”`
  const begin =
    fieldOf(said, 'connected_now') === true
      ? `This repository is now connected to ${lesson}.`
      : `A result for ${lesson}.`
  return [begin, ...verdict(said), ...effect(said)].join(' ')
}

function verdict(said: unknown): string[] {
  const [tests, failed] = [count(said, 'tests'), count(said, 'failed')]
  const all = tests === 1 ? 'The only test' : `All ${tests} tests`
  if (fieldOf(said, 'verdict') === 'PASS') return [`${all} passed.`]
  const [first, missing] = [text(said, 'first_failed'), fieldOf(said, 'missing')]
  const absent = Array.isArray(missing) ? missing.map(inLog) : []
  return [
    ...(failed > 0 ? [`${failed} of ${tests} tests failed${first && `, first “${first}”`}.`] : []),
    ...(absent.length === 1 ? [`The test “${absent[0]}” is missing.`] : []),
    ...(absent.length > 1 ? [`${absent.length} tests are missing, first “${absent[0]}”.`] : []),
  ]
}

function effect(said: unknown): string[] {
  if (fieldOf(said, 'trial') === true) return ['It was a trial, so nothing was handed in.']
  const [round, why] = [fieldOf(said, 'handed_in'), fieldOf(said, 'why_not_handed_in')]
  return [
    ...(typeof round === 'number' ? [`The commit was handed in as round ${round}.`] : []),
    ...(typeof why === 'string' ? [NOT_HANDED_IN[why] ?? 'The commit was not handed in.'] : []),
    ...(fieldOf(said, 'passed') === true ? ['Your work has passed.'] : []),
  ]
}

const NOT_HANDED_IN: Record<string, string> = {
  PASSED: 'Your work has passed before, so nothing was handed in.',
  TESTS_FAIL: 'Nothing was handed in, because the tests have to pass first.',
  TOO_MANY: 'Nothing was handed in, because there were too many rounds within an hour.',
}

const count = (said: unknown, name: string) => Number(fieldOf(said, name) ?? 0)
const text = (said: unknown, name: string) => inLog(fieldOf(said, name) ?? '')

/** Returns a text in one line. GitHub obeys commands that begin with `##[` anywhere in a line of the log. */
const inLog = (value: unknown) => oneLine(value).replaceAll('##[', '# # [').slice(0, 300)
