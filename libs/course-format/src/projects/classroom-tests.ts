import type { ImportIssue } from '@rookies/data/course-import/payload'
import { shorten } from '@rookies/data/records/limits'
import { LineCounter, parseDocument } from 'yaml'
import { listOf, recordOf } from '../plain-values'

/** A test of a suite of kind `command`, as `tests.json` of the suite has it. */
export interface CommandTest {
  name: string
  /** A shell command. The test fails if the command does not end with code 0. */
  run: string
  /** What the command reads from its standard input. */
  input?: string
  /** What the command has to print. Without it, only the exit code counts. */
  output?: string
  comparison?: 'included' | 'exact' | 'regex'
  /** In minutes. */
  timeout: number
}

export interface ClassroomTests {
  tests: CommandTest[]
  /** What became of each test and of each step of a workflow. */
  remarks: Omit<ImportIssue, 'path'>[]
}

/** The files in which GitHub Classroom keeps tests: the folder of the repository, and the path in it. */
export const TESTS_FILE =
  /^((?:.*\/)?)(\.github\/(?:classroom\/autograding\.json|workflows\/classroom\.ya?ml))$/

const TAKEN = 'A test of GitHub Classroom became a test of the suite unchanged.'
const SETUP = 'The setup command of a test became the beginning of its command, without its output.'
const RENAMED = 'A test without a name of its own was renamed, because results are known by names.'
const COMPARED = 'A comparison that GitHub Classroom does not know was read as "included".'
const PYTEST = 'The Python grader became one test that runs pytest on all test files.'
const POINTS =
  'The points of a test were left out, because a commit passes with all tests or fails.'
const NO_COMMAND = 'A test without a command was left out.'
const EXPRESSION =
  'A test with an expression of GitHub Actions was left out, because a suite does not know its value.'
const BAD_REGEX = 'A test whose pattern is not a valid regular expression was left out.'
const TOO_MANY = 'A suite has at most 500 tests; this one was left out.'
const OF_GRADING =
  'A step was left out, because the grading workflow checks out and reports itself.'
const OTHER_STEP = 'A step that is no test was left out. If the tests need it, add it to the suite.'
const NOT_READ = 'The file cannot be read; its tests were left out.'
const NO_TESTS = 'The file has no tests.'

const MOST_TESTS = 500
const LONGEST_NAME = 300
const GRADER = /^[\w.-]+\/autograding-(command|io|python)-grader@/
const OWN_STEP =
  /^(?:actions\/checkout|(?:education|classroom-resources)\/autograding(?:-grading-reporter|-reporter)?)@/

type Values = Record<string, unknown>

const textOf = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''

/** Returns the values of a document; null if it has so many aliases that its values would be huge. */
function plainValues(document: ReturnType<typeof parseDocument>): Values | null {
  try {
    return recordOf(document.toJS({ maxAliasCount: 100 }))
  } catch {
    return null
  }
}

/**
 * Reads the tests in `autograding.json` or `classroom.yml`. `names` has the names of the tests that the suite already
 * has, and the names of the new tests are added to it. Every test and every step of a workflow has a remark that says
 * what became of it.
 */
export function readClassroomTests(path: string, text: string, names: Set<string>): ClassroomTests {
  const read: ClassroomTests = { tests: [], remarks: [] }
  const lines = new LineCounter()
  // JSON is valid YAML.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const lineAt = (keys: (string | number)[]) =>
    lines.linePos(Object(document.getIn(keys, true)).range?.[0] ?? 0).line
  const root = document.errors.length > 0 ? null : plainValues(document)
  if (root === null) {
    const { line } = lines.linePos(document.errors[0]?.pos[0] ?? 0)
    return { ...read, remarks: [{ line, message: NOT_READ, leftOut: true }] }
  }
  if (/\.json$/.test(path)) {
    for (const [at, values] of listOf(root.tests).entries())
      addTest(read, names, lineAt(['tests', at]), { timeout: 1, ...recordOf(values) })
  } else {
    for (const [job, value] of Object.entries(recordOf(root.jobs)))
      for (const [at, step] of listOf(recordOf(value).steps).entries())
        addStep(read, names, lineAt(['jobs', job, 'steps', at]), recordOf(step))
  }
  if (read.remarks.length === 0) read.remarks.push({ line: 1, message: NO_TESTS, leftOut: true })
  return read
}

function addStep(read: ClassroomTests, names: Set<string>, line: number, step: Values): void {
  const uses = textOf(step.uses)
  const kind = GRADER.exec(uses)?.[1]
  if (kind === undefined) {
    const message = OWN_STEP.test(uses) ? OF_GRADING : OTHER_STEP
    const about = textOf(step.name) || uses || textOf(step.run).split('\n')[0] || ''
    read.remarks.push({ line, message, about, leftOut: true })
    return
  }
  const given = recordOf(step.with)
  const isPython = kind === 'python'
  addTest(read, names, line, {
    name: given['test-name'] ?? step.name,
    setup: given['setup-command'],
    run: isPython ? 'python3 -m pytest' : given.command,
    timeout: given.timeout ?? 10,
    points: given['max-score'],
    isPython,
    ...(kind === 'io' && {
      // The grader of GitHub Classroom trims both texts, too.
      input: textOf(given.input).trim(),
      output: textOf(given['expected-output']).trim(),
      comparison: given['comparison-method'],
    }),
  })
}

function addTest(read: ClassroomTests, names: Set<string>, line: number, values: Values): void {
  const [run, setup, input, output] = [values.run, values.setup, values.input, values.output].map(
    (value) => textOf(value),
  ) as [string, string, string, string]
  const written = textOf(values.name).trim()
  const name = ownName(written, names)
  const say = (message: string, leftOut?: true, about = written || name) =>
    read.remarks.push({ line, message, about, ...(leftOut && { leftOut }) })
  const compares = textOf(values.comparison).trim().replace('contains', 'included')
  const comparison = (['included', 'exact', 'regex'] as const).find((each) => each === compares)
  const wrong =
    run.trim() === ''
      ? NO_COMMAND
      : [run, setup, input, output].some((each) => each.includes('${{'))
        ? EXPRESSION
        : comparison === 'regex' && !isRegex(output)
          ? BAD_REGEX
          : names.size >= MOST_TESTS
            ? TOO_MANY
            : null
  if (wrong !== null) return void say(wrong, true)
  const before = read.remarks.length
  if (name !== written) say(RENAMED, undefined, `${written} → ${name}`)
  if (values.isPython) say(PYTEST)
  if (setup.trim() !== '') say(SETUP)
  if (compares !== '' && comparison === undefined) say(COMPARED)
  if (read.remarks.length === before) say(TAKEN)
  if (Number(values.points) > 0) say(POINTS, true, `${name}: ${textOf(values.points)}`)
  // Every output includes an empty text, so an empty expected output is compared only if the comparison is exact.
  const isCompared = output !== '' || (comparison === 'exact' && input !== '')
  const minutes = Number(values.timeout)
  names.add(name)
  read.tests.push({
    name,
    run: setup.trim() === '' ? run : `(\n${setup}\n) </dev/null >&2 && (\n${run}\n)`,
    ...(input !== '' && { input }),
    ...(isCompared && { output, comparison: comparison ?? 'included' }),
    timeout: minutes > 0 && minutes <= 360 ? minutes : 10,
  })
}

/** Returns a name that no other test of the suite has: the written name, or this name with a number. */
function ownName(written: string, names: ReadonlySet<string>): string {
  // Names in results are cleaned in the same way, so that both stay equal.
  const line = written.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')
  const base = shorten(line, LONGEST_NAME).trim() || `Test ${names.size + 1}`
  let name = base
  for (let at = 2; names.has(name); at += 1) name = `${shorten(base, LONGEST_NAME - 6)} (${at})`
  return name
}

function isRegex(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp
  } catch {
    return false
  }
}
