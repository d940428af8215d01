import { CircleCheck, CircleDashed, CircleX, CornerDownRight } from 'lucide-react'
import { makeFocusable } from '../../code/reach'
import { TestName } from '../test-name/test-name'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import styles from './commit-tests.module.css'

interface Test {
  name: string
  ok: boolean
  skipped: boolean
  message?: string | undefined
}

/** Returns the line of the learner's files that a message names, as a link; null if it names none. */
type LineOf = (message: string) => { text: string; url: string } | null

interface CommitTestsProps {
  result: {
    /** How many tests the report had, and how many of them failed. */
    tests: number
    failed: number
    /** The names of the expected tests that did not run. */
    missing: readonly string[]
    results: readonly Test[]
  }
  lineOf: LineOf
}

/**
 * The tests of a commit: the failed ones with their messages, of which the first is open, the expected ones that did not
 * run, and the others, folded (rules/repositories#results).
 */
export function CommitTests({ result, lineOf }: CommitTestsProps) {
  const { missing, results, tests, failed } = result
  const bad = results.filter(({ ok }) => !ok)
  const good = results.filter(({ ok }) => ok)
  const passed = tests - failed
  return (
    <div className={styles.all}>
      {bad.length > 0 && (
        <ul className={styles.tests} aria-label="Failed tests">
          {bad.map((test, at) => (
            <li key={test.name} className={styles.failed}>
              <FailedTest test={test} open={at === 0} lineOf={lineOf} />
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <ul className={styles.tests} aria-label="Tests that did not run">
          {missing.map((name) => (
            <li key={name} className={styles.missing}>
              <CircleDashed aria-hidden="true" />
              <span>
                Did not run: <TestName name={name} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {good.length > 0 && (
        <details className={styles.passed}>
          <summary className={styles.title}>
            <CircleCheck aria-hidden="true" />
            {passed === 1 ? '1 test passes' : `${passed} tests pass`}
          </summary>
          <ul className={styles.tests} aria-label="Passed tests">
            {good.map(({ name, skipped }) => (
              <li key={name}>
                <TestName name={name} />
                {skipped && <span className={styles.muted}> (skipped)</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

interface FailedTestProps {
  test: Test
  open: boolean
  lineOf: LineOf
}

function FailedTest({ test, open, lineOf }: FailedTestProps) {
  const message = test.message ?? (test.skipped ? 'It was skipped.' : null)
  const line = test.message ? lineOf(test.message) : null
  const title = (
    <>
      <CircleX aria-hidden="true" />
      <span>
        <VisuallyHidden>Failed: </VisuallyHidden>
        <TestName name={test.name} />
      </span>
    </>
  )
  if (message === null) return <p className={styles.title}>{title}</p>
  return (
    <details open={open}>
      <summary className={styles.title}>{title}</summary>
      <div className={styles.body}>
        <pre ref={makeFocusable} dir="ltr" className={styles.message}>
          {message}
        </pre>
        {line && (
          <a href={line.url} className={styles.place} target="_blank" rel="noreferrer noopener">
            <CornerDownRight aria-hidden="true" />
            <span dir="ltr">{line.text}</span>
          </a>
        )}
      </div>
    </details>
  )
}
