import { choice, idFilter } from '../lists/define-list'
import { failure, type Toast } from '../toasts'
import { formatNumber, formatPeople } from '../wording'
import { REPOSITORY_STATES, type RepositoryState } from './repositories'

export const REPOSITORY_STATE_LABELS: Record<RepositoryState, string> = {
  FAILING: 'Tests fail',
  PASSING: 'Tests pass',
  CONNECTED: 'Connected',
  CONNECTING: 'Never pushed',
  NEVER: 'No repository',
}

/** The filters of the table, by their names in the address. */
export const REPOSITORY_FILTERS = {
  state: choice(REPOSITORY_STATES, (state) => ({ state })),
  cohort: idFilter((cohort_id) => ({ cohort_id })),
}

/** Texts of the table (rules/interface#messages). */
export const REPOSITORY_MESSAGES = {
  listFailed: failure('Failed to load repositories'),
  emailsFailed: failure('Failed to copy the emails'),
} as const satisfies Record<string, Toast>

/** Says how many emails were copied, and how many others the caller may not see. */
export function copiedText(copied: number, people: number): string {
  const hidden = people - copied
  const text = `Copied the emails of ${formatPeople(copied)}.`
  return hidden === 0 ? text : `${text} You may not see those of ${formatNumber(hidden)} more.`
}
