import type { ExerciseProgress } from '@rookies/data/exercises/exercise-figures'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { Ago } from '../ui/ago'
import cells from '../ui/cells.module.css'
import type { RecordColumn } from '../ui/record-table'
import { StatusBadge } from '../ui/status-badge'

/** Says how many runs a person needed, as in `5 runs, passed with run 3`. */
export function runCountText({ runs, runs_to_pass }: ExerciseProgress): string {
  const all = formatCount(runs, 'run')
  return runs_to_pass === null ? all : `${all}, passed with run ${formatNumber(runs_to_pass)}`
}

function PassedBadge({ of }: { of: Pick<ExerciseProgress, 'passed_at'> }) {
  return of.passed_at === null ? (
    <StatusBadge tone="draft" label="Not yet" />
  ) : (
    <StatusBadge tone="live" label="Passed" />
  )
}

/** The columns with the last run and the state, for lists of people or of exercises. */
export const LAST_RUN_COLUMNS: readonly RecordColumn<ExerciseProgress & { last_at: string }>[] = [
  {
    key: 'last',
    title: 'Last run',
    place: 'right',
    render: ({ last_at }) => (
      <span className={cells.fact}>
        <Ago at={last_at} />
      </span>
    ),
  },
  { key: 'state', title: 'State', place: 'corner', render: (of) => <PassedBadge of={of} /> },
]
