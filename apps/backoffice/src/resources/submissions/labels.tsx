import type { WorkState } from '@rookies/data/assignments/queue'
import { STATE_WORDS } from '@rookies/data/assignments/queue-words'
import { StatusBadge, type StatusTone } from '../../ui/status-badge'

const TONES: Record<WorkState, StatusTone> = { WAITING: 'info', RETURNED: 'draft', PASSED: 'live' }

/** Shows the state of work (rules/assignments#states). */
export function WorkBadge({ state }: { state: WorkState }) {
  return <StatusBadge tone={TONES[state]} label={STATE_WORDS[state]} />
}

/** Shown instead of a name while work for a blind assignment waits (rules/assignments#blind). */
export const NAME_HIDDEN = 'Name hidden until reviewed'
