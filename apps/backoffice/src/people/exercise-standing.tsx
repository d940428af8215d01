import type { Standing } from '@rookies/data/exercises/exercise-figures'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { StatusBadge } from '../ui/status-badge'

/** `5 runs, passed with run 3` */
export function standingText({ runs, runs_to_pass }: Standing): string {
  const all = formatCount(runs, 'run')
  return runs_to_pass === null ? all : `${all}, passed with run ${formatNumber(runs_to_pass)}`
}

export function StandingBadge({ of }: { of: Pick<Standing, 'passed_at'> }) {
  return of.passed_at === null ? (
    <StatusBadge tone="draft" label="Not yet" />
  ) : (
    <StatusBadge tone="live" label="Passed" />
  )
}
