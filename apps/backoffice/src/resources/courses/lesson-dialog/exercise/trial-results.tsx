import { testTitle } from '@rookies/data/exercises/exercise-run'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button, Flex } from 'antd'
import { CircleAlert, CircleCheck, Play, TriangleAlert, WifiOff } from 'lucide-react'
import { TextButton } from '../../../../ui/text-button'
import typography from '../../typography.module.css'
import styles from './exercise.module.css'
import {
  differencesOf,
  solutionSide,
  starterSide,
  type Trial,
  type TrialFailure,
  type TrialSide,
} from './trial-messages'

/** The files that ran: those of the starter, or those of the solution. */
type Ran = 'files' | 'solution'

interface TrialResultsProps {
  /** Whether the code is a page, whose tests are called checks. */
  isPage: boolean
  /** Whether the starter may pass all tests. */
  practice: boolean
  trial: Trial | null
  /** Whether the exercise has a time limit, without which tests cannot run. */
  isReady: boolean
  running: boolean
  onRun: () => void
  /** Returns a label and a function that moves to the place of a failure; null if the place is unknown. */
  goTo: (ran: Ran, failure: TrialFailure) => { label: string; go: () => void } | null
}

/** Shows the results of the tests against the solution and against the starter. */
export function TrialResults({
  isPage,
  practice,
  trial,
  isReady,
  running,
  onRun,
  goTo,
}: TrialResultsProps) {
  const [words, run] = isPage
    ? (['checks', 'Run Checks'] as const)
    : (['tests', 'Run Tests'] as const)
  const unreachable = `The ${words} cannot run in this browser now, because their page could not be loaded. Check the connection and press ${run}.`
  const reached = trial !== null && trial.solution.verdict !== 'UNREACHABLE'
  const sides: { ran: Ran; title: string; side: TrialSide }[] = reached
    ? [
        { ran: 'solution', title: 'Solution', side: solutionSide(trial) },
        { ran: 'files', title: 'Starter', side: starterSide(trial, practice) },
      ]
    : []
  const differences = reached ? differencesOf(trial) : []
  const spoken = running
    ? ''
    : trial && !reached
      ? unreachable
      : [...sides.map(({ side }) => side.text), ...differences].join(' ')
  return (
    <Flex
      component="section"
      vertical
      gap="small"
      aria-label={isPage ? 'Check results' : 'Test results'}
      className={styles.results}
      aria-busy={running}
    >
      <Flex wrap gap="small" align="center" justify="space-between">
        <p className={typography.muted}>
          {!isReady
            ? `To run the ${words}, enter a time limit.`
            : trial === null
              ? `The ${words} run against the solution and the starter as you type.`
              : 'Learners never see this.'}
        </p>
        <Button
          size="small"
          icon={<Play aria-hidden="true" />}
          loading={running}
          disabled={!isReady}
          onClick={onRun}
        >
          {run}
        </Button>
      </Flex>
      <VisuallyHidden>
        <p role="status">{spoken}</p>
      </VisuallyHidden>
      {trial && !reached && (
        <p className={styles.verdict}>
          <WifiOff aria-hidden="true" />
          {unreachable}
        </p>
      )}
      {sides.map(({ ran, title, side }) => (
        <section key={ran} aria-label={title}>
          <p className={styles.verdict} data-ok={side.ok}>
            {side.ok ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
            {side.text}
          </p>
          {side.failures.length > 0 && (
            <Failures open={!side.ok} failures={side.failures} goTo={(one) => goTo(ran, one)} />
          )}
        </section>
      ))}
      {differences.map((text) => (
        <p key={text} className={styles.verdict}>
          <TriangleAlert aria-hidden="true" />
          {text}
        </p>
      ))}
    </Flex>
  )
}

interface FailuresProps {
  /** Whether the failures are shown without expanding them. */
  open: boolean
  failures: readonly TrialFailure[]
  goTo: (failure: TrialFailure) => { label: string; go: () => void } | null
}

function Failures({ open, failures, goTo }: FailuresProps) {
  const list = (
    <Flex component="ul" vertical gap={12} className={styles.failures}>
      {Array.from(failures, (failure, at) => ({ failure, at })).map(({ failure, at }) => {
        const place = goTo(failure)
        const { name, tests, problem, console: lines } = failure
        return (
          <li key={at}>
            {name !== null && (
              <p className={styles.test}>
                {testTitle(name)}
                {tests === 'hidden' && <span className={typography.muted}> (hidden)</span>}
              </p>
            )}
            {problem && !problem.message.startsWith('Expected ') && (
              <p className={typography.breaks}>{problem.message}</p>
            )}
            {problem?.expected !== undefined && (
              <dl className={styles.compared}>
                <dt>Expected</dt>
                <dd>
                  <code>{problem.expected}</code>
                </dd>
                <dt>Got</dt>
                <dd>
                  <code>{problem.actual ?? ''}</code>
                </dd>
              </dl>
            )}
            {lines.length > 0 && <pre className={styles.console}>{lines.join('\n')}</pre>}
            {place && <TextButton onClick={place.go}>{place.label}</TextButton>}
          </li>
        )
      })}
    </Flex>
  )
  if (open) return list
  return (
    <details>
      <summary>{failures.length === 1 ? 'Show it' : `Show all ${failures.length}`}</summary>
      {list}
    </details>
  )
}
