import { TESTS_PATH } from '@rookies/exercise-engine/test-files'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { CircleCheck, CircleX, type LucideIcon, WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import layout from './exercise-layout.module.css'
import { Console, type FilePlace, StoppedRun, TestList } from './results'
import resultStyles from './results.module.css'
import { runAnnouncement, runSummary, type TestWord, unreachableWords } from './run-messages'
import type { Outcome } from './use-practice'
import styles from './workbench.module.css'

interface PracticeResultsProps {
  running: boolean
  outcome: Outcome | null
  /** Whether the code has not changed since the run. */
  isCurrent: boolean
  word?: TestWord
  /** Whether the server is known to run hidden tests, too. */
  hasHidden?: boolean
  onGoTo: (place: FilePlace) => void
}

/** Shows and announces the result of the last run in this browser, and scrolls to it if it is below the code. */
export function PracticeResults(props: PracticeResultsProps) {
  const { running, outcome, isCurrent, word = 'test', hasHidden, onGoTo } = props
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (outcome)
      section.current?.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' })
  }, [outcome])
  const Icon = ICONS[outcome?.result.verdict ?? 'UNREACHABLE']
  return (
    <section
      ref={section}
      aria-label={word === 'test' ? 'Test results' : 'Check results'}
      className={styles.results}
      aria-busy={running}
      data-empty={outcome === null || undefined}
    >
      <VisuallyHidden>
        <p role="status">
          {running ? RUNNING[word] : outcome && runAnnouncement(outcome.result, word, hasHidden)}
        </p>
      </VisuallyHidden>
      {!outcome && (
        <p className={layout.waiting}>
          {word === 'test'
            ? 'What the tests say appears here.'
            : 'What the checks say appears here.'}
        </p>
      )}
      {outcome && (
        <>
          <p className={styles.summary} data-verdict={outcome.result.verdict}>
            <Icon aria-hidden="true" />
            <span>
              {runSummary(outcome.result, word, hasHidden)}
              {!isCurrent && !running && (
                <span className={styles.stale}> You have changed your code since.</span>
              )}
            </span>
          </p>
          <Details outcome={outcome} word={word} onGoTo={onGoTo} />
        </>
      )}
    </section>
  )
}

const RUNNING: Record<TestWord, string> = {
  test: 'Running the tests...',
  check: 'Checking your page...',
}

const ICONS: Record<Outcome['result']['verdict'], LucideIcon> = {
  PASS: CircleCheck,
  FAIL: CircleX,
  ERROR: CircleX,
  UNREACHABLE: WifiOff,
}

interface DetailsProps {
  outcome: Outcome
  word: TestWord
  onGoTo: (place: FilePlace) => void
}

function Details({ outcome, word, onGoTo }: DetailsProps) {
  const { result, files } = outcome
  if (result.verdict === 'UNREACHABLE')
    return <p className={styles.muted}>{unreachableWords(word)}</p>
  // The problem that stopped the run is shown once, above the tests. The test that it interrupted is listed with its
  // name and its output.
  const tests = result.tests.map(({ problem, ...test }) =>
    problem === undefined || problem.message === result.problem?.message
      ? test
      : { ...test, problem },
  )
  // The position of a failed expectation can be in the tests.
  const places = [...files, { path: TESTS_PATH, text: outcome.tests }]
  return (
    <div className={resultStyles.list}>
      {result.problem && (
        <StoppedRun
          title={result.verdict === 'ERROR' ? 'What stopped the run' : `After the ${word}s`}
          problem={result.problem}
          files={places}
          onGoTo={onGoTo}
        />
      )}
      <TestList tests={tests} files={places} word={word} onGoTo={onGoTo} />
      <Console
        title={word === 'test' ? undefined : 'Console of the checks'}
        lines={result.console}
      />
    </div>
  )
}
