import { isSilence } from '@rookies/data/errors'
import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import { type ExerciseRun, VERDICT_NAMES } from '@rookies/data/exercises/exercise-run'
import { exerciseRunQuery } from '@rookies/data/exercises/my-exercise'
import { localMoment } from '@rookies/data/time/moment-text'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Hourglass, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { useData } from '../../../shared/data-context'
import { LazyPart } from '../../../shared/lazy-part'
import { OptionalPart } from '../../../shared/optional-section'
import { Button } from '../../../ui/button'
import type { ComparisonProps } from './comparison'
import { testsCount } from './run-messages'
import styles from './workbench.module.css'

/** The library that compares texts loads only when the person opens a comparison. */
export const comparison = new LazyPart<ComparisonProps>(() => import('./comparison'))

interface EarlierRunsProps {
  /** The runs, the latest first. */
  runs: readonly ExerciseRun[]
  present: readonly ExerciseFile[]
  /** Null if the person can no longer change the code. */
  onUse: ((files: readonly ExerciseFile[]) => void) | null
}

/** Lists the runs that the person handed in, each compared with the present code. */
export function EarlierRuns({ runs, present, onUse }: EarlierRunsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        Earlier runs
      </h2>
      <ul className={styles.runs}>
        {runs.map((run) => (
          <li key={run.id}>
            <EarlierRun run={run} present={present} onUse={onUse} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const ICONS: Record<ExerciseRun['verdict'], LucideIcon> = {
  PASS: CircleCheck,
  FAIL: CircleX,
  ERROR: CircleX,
  PENDING: Hourglass,
}

function EarlierRun({ run, ...code }: Omit<EarlierRunsProps, 'runs'> & { run: ExerciseRun }) {
  const [open, setOpen] = useState(false)
  const Icon = ICONS[run.verdict]
  return (
    <details className={styles.run} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={styles.runState} data-state={run.verdict}>
          <Icon aria-hidden="true" />
          {run.verdict === 'FAIL' ? testsCount(run.results) : VERDICT_NAMES[run.verdict]}
        </span>
        <span className={styles.muted}>{localMoment(run.created_at)}</span>
      </summary>
      {open && <RunCode run={run} {...code} />}
    </details>
  )
}

function RunCode({ run, present, onUse }: Omit<EarlierRunsProps, 'runs'> & { run: ExerciseRun }) {
  const { data, error, isFetching, refetch } = useQuery(exerciseRunQuery(useData(), run.id))
  if (!data) {
    if (!error) return <Skeleton className={styles.ghost} />
    return (
      <div role="alert" className={styles.runBody}>
        <p>
          {isSilence(error)
            ? 'This run needs a connection.'
            : 'This run could not be loaded. Please try again in a moment.'}
        </p>
        <div>
          <Button small disabled={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className={styles.runBody}>
      <OptionalPart
        subject="The comparison"
        part={comparison}
        props={{ labels: ['This run', 'Your code now'], before: data.files, after: present }}
      />
      {onUse && (
        <div>
          <Button small onClick={() => onUse(data.files)}>
            Use this code
          </Button>
        </div>
      )}
    </div>
  )
}
