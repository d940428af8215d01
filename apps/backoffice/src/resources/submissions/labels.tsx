import type { WorkState } from '@rookies/data/assignments/queue'
import { STATE_WORDS } from '@rookies/data/assignments/queue-words'
import { StatusBadge, type StatusTone } from '../../ui/status-badge'

const TONES: Record<WorkState, StatusTone> = { WAITING: 'info', RETURNED: 'draft', PASSED: 'live' }

/** Where work stands (rules/assignments#states). */
export function WorkBadge({ state }: { state: WorkState }) {
  return <StatusBadge tone={TONES[state]} label={STATE_WORDS[state]} />
}

/** Stands in place of the name while work of a blind assignment waits (rules/assignments#blind). */
export const NAME_HIDDEN = 'Name hidden until reviewed'
