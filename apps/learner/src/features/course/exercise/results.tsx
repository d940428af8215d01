import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import type { NotRun, Problem } from '@rookies/exercise-engine/run'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { CircleAlert, CircleCheck, CircleDashed, CircleX, CornerDownRight } from 'lucide-react'
import { Difference } from './difference'
import { ExerciseTestName } from './exercise-test-name'
import styles from './results.module.css'
import { NOT_RUN_NAMES, type TestWord } from './run-messages'

/** A test of a run, in this browser or on the server. For a hidden test, the server returns only whether it passed. */
interface ShownTest {
  name: string
  ok: boolean
  /** Why the test did not run. It counts neither as passed nor as failed. */
  not_run?: NotRun | null | undefined
  hidden?: boolean
  problem?: Problem | null
  console?: string[] | undefined
}

/** A place in one of the files, counted from 1. */
export interface FilePlace {
  path: string
  line: number
  column?: number | undefined
}

interface OfFiles {
  /** The files of the run. A position in another file is not a link. */
  files: readonly ExerciseFile[]
  onGoTo: (place: FilePlace) => void
}

interface TestListProps extends OfFiles {
  tests: readonly ShownTest[]
  word?: TestWord
}

/** Lists the tests of a run: first the failed ones, of which the first is unfolded, then the passed ones, folded. */
export function TestList({ tests, word = 'test', ...place }: TestListProps) {
  const numbered = tests.map((test, number) => ({ test, number }))
  const left = numbered.filter(({ test }) => test.not_run)
  const failed = numbered.filter(({ test }) => !test.not_run && !test.ok)
  const passed = numbered.filter(({ test }) => !test.not_run && test.ok)
  return (
    <>
      {failed.length > 0 && (
        <ul className={styles.tests} aria-label={`Failed ${word}s`}>
          {failed.map(({ test, number }, at) => (
            <li key={number} className={styles.test}>
              <FailedTest test={test} open={at === 0} {...place} />
            </li>
          ))}
        </ul>
      )}
      {passed.length > 0 && (
        <details className={styles.passed}>
          <summary className={styles.fold}>
            <CircleCheck aria-hidden="true" />
            {failed.length === 0
              ? `Passed ${word}s`
              : passed.length === 1
                ? `1 ${word} passed`
                : `${passed.length} ${word}s passed`}
          </summary>
          <ul className={styles.tests} aria-label={`Passed ${word}s`}>
            {passed.map(({ test, number }) => (
              <li key={number} className={styles.line}>
                <ExerciseTestName {...test} />
                <Console lines={test.console} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {left.length > 0 && (
        <ul className={styles.tests} aria-label={`${capital(word)}s that did not run`}>
          {left.map(({ test, number }) => (
            <li key={number} className={styles.left}>
              <CircleDashed aria-hidden="true" />
              <span>
                {test.not_run && `${NOT_RUN_NAMES[test.not_run]}: `}
                <ExerciseTestName {...test} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

function FailedTest({ test, open, ...place }: OfFiles & { test: ShownTest; open: boolean }) {
  const { problem, hidden, console: lines } = test
  const title = (
    <>
      <CircleX aria-hidden="true" />
      <VisuallyHidden>Failed: </VisuallyHidden>
      <ExerciseTestName {...test} />
    </>
  )
  if (hidden || (!problem && !lines?.length)) return <p className={styles.title}>{title}</p>
  return (
    <details open={open}>
      <summary className={styles.title}>{title}</summary>
      <div className={styles.body}>
        {problem && <ProblemView problem={problem} {...place} />}
        <Console lines={lines} />
      </div>
    </details>
  )
}

/** Shows the error of a test: the difference, and a button that moves the cursor to the line. */
function ProblemView({ problem, files, onGoTo }: OfFiles & { problem: Problem }) {
  const { message, expected, actual, path, line, column } = problem
  const file = files.find((one) => one.path === path)
  const differs = expected !== undefined && actual !== undefined
  const code = line === undefined ? undefined : file?.text.split('\n')[line - 1]
  return (
    <>
      {!(differs && saysDifference(message, expected, actual)) && (
        <p dir="auto" className={styles.message}>
          {message}
        </p>
      )}
      {differs && <Difference expected={expected} actual={actual} />}
      {path !== undefined && line !== undefined && code !== undefined && (
        <button
          type="button"
          className={styles.place}
          onClick={() => onGoTo({ path, line, column })}
        >
          <CornerDownRight aria-hidden="true" />
          <span>
            <span className={styles.where}>
              Go to <bdi>{path}</bdi>, {`line ${line}`}
            </span>
            {code.trim() && (
              <code dir="ltr" className={styles.code}>
                {code.trim()}
              </code>
            )}
          </span>
        </button>
      )}
    </>
  )
}

/** Whether a message repeats only what the difference already shows. */
function saysDifference(message: string, expected: string, actual: string): boolean {
  const said = message.toLowerCase()
  return (
    said.startsWith(`expected ${expected},`.toLowerCase()) &&
    said.endsWith(` got ${actual}`.toLowerCase())
  )
}

interface ConsoleProps {
  lines: readonly string[] | undefined
  title?: string | undefined
}

/** The lines that the code printed to the console. */
export function Console({ lines, title = 'Console' }: ConsoleProps) {
  if (!lines || lines.length === 0) return null
  return (
    <figure className={styles.console}>
      <figcaption>{title}</figcaption>
      <pre dir="ltr">{lines.join('\n')}</pre>
    </figure>
  )
}

/** Says why a run has no results: the code could not be executed, or did not end. */
export function StoppedRun({
  title,
  problem,
  ...place
}: OfFiles & { title: string; problem: Problem }) {
  return (
    <div className={styles.broken}>
      <p className={styles.title}>
        <CircleAlert aria-hidden="true" />
        {title}
      </p>
      <div className={styles.body}>
        <ProblemView problem={problem} {...place} />
      </div>
    </div>
  )
}
