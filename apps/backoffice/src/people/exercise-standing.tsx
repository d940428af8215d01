import type { ExerciseProgress } from '@rookies/data/exercises/exercise-figures'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { Ago } from '../ui/ago'
import cells from '../ui/cells.module.css'
import type { RecordColumn } from '../ui/record-table'
import { StatusBadge } from '../ui/status-badge'

/** `5 runs, passed with run 3` */
export function standingText({ runs, runs_to_pass }: ExerciseProgress): string {
  const all = formatCount(runs, 'run')
  return runs_to_pass === null ? all : `${all}, passed with run ${formatNumber(runs_to_pass)}`
}

function StandingBadge({ of }: { of: Pick<ExerciseProgress, 'passed_at'> }) {
  return of.passed_at === null ? (
    <StatusBadge tone="draft" label="Not yet" />
  ) : (
    <StatusBadge tone="live" label="Passed" />
  )
}

/** The columns for the last run and the state of a list of who tried what. */
export const STANDING_COLUMNS: readonly RecordColumn<ExerciseProgress & { last_at: string }>[] = [
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
  { key: 'state', title: 'State', place: 'corner', render: (of) => <StandingBadge of={of} /> },
]
