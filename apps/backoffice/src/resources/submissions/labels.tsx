import type { Work, WorkState } from '@rookies/data/assignments/queue'
import { WORK_STATE_LABELS } from '@rookies/data/assignments/queue-labels'
import { PersonLink } from '../../app/person-link'
import cells from '../../ui/cells.module.css'
import { StatusBadge, type StatusTone } from '../../ui/status-badge'

const TONES: Record<WorkState, StatusTone> = { WAITING: 'info', RETURNED: 'draft', PASSED: 'live' }

/** Shows the state of work (rules/assignments#states). */
export function WorkBadge({ state }: { state: WorkState }) {
  return <StatusBadge tone={TONES[state]} label={WORK_STATE_LABELS[state]} />
}

/** Links to the owner of work, whose name is hidden while a blind assignment waits (rules/assignments#blind). */
export function WorkOwner({ person }: Pick<Work, 'person'>) {
  return person ? (
    <PersonLink id={person.id}>{person.name}</PersonLink>
  ) : (
    <span className={cells.fact}>Name hidden until reviewed</span>
  )
}
