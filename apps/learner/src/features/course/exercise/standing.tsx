import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import { type ExerciseRun, isPass } from '@rookies/data/exercises/exercise-run'
import type { MyExercise } from '@rookies/data/exercises/my-exercise'
import type { RunChange } from '@rookies/data/exercises/queued-runs'
import type { Queued } from '@rookies/data/outbox/kind'
import { SAVED_WHEN_ONLINE } from '@rookies/data/sync/outbox-state'
import { localMoment } from '@rookies/data/time/moment-text'
import { CircleAlert, CircleCheck, CircleX, CloudOff, Hourglass } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { type FilePlace, TestList } from './results'
import { testsSummary } from './run-messages'
import styles from './workbench.module.css'

interface StandingProps {
  known: MyExercise
  /** The runs that were handed in here and that the server has not acknowledged. */
  queued: readonly Queued<RunChange>[]
  /** Whether these runs wait for a connection. */
  offline: boolean
  /** The code that was handed in on this page. The positions in the results refer to it. */
  files: readonly ExerciseFile[]
  onGoTo: (place: FilePlace) => void
}

/** Shows the state of the latest run that was handed in. Only the server's verdict counts (rules/exercises#verdict). */
export function Standing({ known, queued, offline, files, onGoTo }: StandingProps) {
  const { runs, passed_at, looked_at } = known
  const [latest] = runs
  const waiting = queued.at(-1)?.change
  const state = stateOf(known, waiting !== undefined)
  const failed = !waiting && latest?.verdict === 'FAIL' ? latest : undefined
  return (
    <section
      aria-label="Where you stand"
      className={styles.standing}
      data-none={state === 'NONE' || undefined}
    >
      <p role="status" className={styles.state} data-state={state}>
        {waiting ? <QueuedLine run={waiting} offline={offline} /> : <Settled known={known} />}
      </p>
      {passed_at !== null && (failed || waiting || latest?.verdict === 'ERROR') && (
        <p className={styles.muted}>
          {`You passed on ${localMoment(passed_at)}. The exercise stays complete.`}
        </p>
      )}
      {looked_at !== null && (
        <p className={styles.muted}>
          {`You looked at the solution on ${localMoment(looked_at)}, before you had passed.`}
        </p>
      )}
      {failed && (
        <div key={failed.id} className={styles.stack}>
          <TestList tests={failed.results} files={files} onGoTo={onGoTo} />
        </div>
      )}
    </section>
  )
}

type State = 'NONE' | ExerciseRun['verdict'] | 'QUEUED'

function stateOf({ runs, passed_at }: MyExercise, isQueued: boolean): State {
  if (isQueued) return 'QUEUED'
  return runs[0]?.verdict ?? (passed_at === null ? 'NONE' : 'PASS')
}

function QueuedLine({ run, offline }: { run: RunChange; offline: boolean }) {
  const here = isPass(run.claimed) ? 'Passed here. ' : ''
  return offline ? (
    <Line icon={<CloudOff aria-hidden="true" />}>
      {`${here}Handed in on this device. ${SAVED_WHEN_ONLINE}.`}
    </Line>
  ) : (
    <Line icon={<Hourglass aria-hidden="true" />}>{`${here}Handing in...`}</Line>
  )
}

function Settled({ known: { runs, passed_at } }: { known: MyExercise }): ReactElement | string {
  const latest = runs[0]
  if (!latest) {
    return passed_at === null ? (
      'Not handed in yet'
    ) : (
      <Line icon={<CircleCheck aria-hidden="true" />}>Confirmed: you passed.</Line>
    )
  }
  switch (latest.verdict) {
    case 'PENDING':
      return (
        <Line icon={<Hourglass aria-hidden="true" />}>
          {isPass(latest.claimed)
            ? 'Passed here. The server confirms it now...'
            : 'Handed in. The server runs all tests now...'}
        </Line>
      )
    case 'PASS':
      return (
        <Line icon={<CircleCheck aria-hidden="true" />}>
          Confirmed: you passed. This lesson is complete.
        </Line>
      )
    case 'FAIL':
      return (
        <Line icon={<CircleX aria-hidden="true" />}>
          {isPass(latest.claimed)
            ? `Passed here, and not confirmed: on the server, ${lowered(testsSummary(latest.results))}`
            : `Not passed yet: on the server, ${lowered(testsSummary(latest.results))}`}
        </Line>
      )
    case 'ERROR':
      return (
        <Line icon={<CircleAlert aria-hidden="true" />}>
          The server could not run this code to its end. Run the tests here, change what takes too
          long or too much memory, and hand in again.
        </Line>
      )
  }
}

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      {icon}
      <span>{children}</span>
    </>
  )
}
