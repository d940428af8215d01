import type { LogLevel } from '@rookies/data/logs/log'
import { formatNumber } from '@rookies/data/wording'
import { Question } from '../../kit/question'
import { levelWords } from './level-words'

/** The entries that are about to be deleted. */
export type Clearing =
  | { kind: 'clear'; level: LogLevel | undefined; count: number }
  | { kind: 'reset'; count: number }

interface ClearDialogProps {
  asked: Clearing | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks before log entries are deleted for good. */
export function ClearDialog({ asked, ...answers }: ClearDialogProps) {
  if (asked === null) return null
  return (
    <Question
      {...answers}
      title={title(asked)}
      confirm={asked.kind === 'reset' ? 'Reset Logs' : 'Clear'}
      danger
    >
      <p>
        {asked.kind === 'reset'
          ? 'The logs of both apps in this browser are removed, whatever their level, and the filter is taken back. They cannot be brought back.'
          : 'They are removed from this browser, those that are not shown too. They cannot be brought back.'}
      </p>
    </Question>
  )
}

function title(asked: Clearing): string {
  const number = formatNumber(asked.count)
  const logs = asked.count === 1 ? 'log' : 'logs'
  if (asked.kind === 'reset') return `Reset all ${number} ${logs}?`
  return asked.level
    ? `Clear ${number} ${levelWords(asked.level)} ${logs}?`
    : `Clear ${number} ${logs}?`
}
