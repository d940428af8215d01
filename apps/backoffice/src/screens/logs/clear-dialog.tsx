import type { LogLevel } from '@rookies/data/logs/log'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { Question } from '../../kit/question'
import { levelName } from './levels'

/** The entries that are about to be deleted. */
export type Clearing =
  | { kind: 'clear'; level: LogLevel | undefined; count: number }
  | { kind: 'reset'; count: number }

interface ClearDialogProps {
  subject: Clearing | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks before log entries are deleted for good. */
export function ClearDialog({ subject, ...answers }: ClearDialogProps) {
  if (subject === null) return null
  return (
    <Question
      {...answers}
      title={title(subject)}
      confirm={
        subject.kind === 'reset' ? 'Reset Logs' : `Clear ${formatCount(subject.count, 'Log')}`
      }
      danger
    >
      <p>
        {subject.kind === 'reset'
          ? "This removes the logs of both apps in this browser, whatever their level, and resets the filter. You can't undo this."
          : "This removes them from this browser, including those that aren't shown. You can't undo this."}
      </p>
    </Question>
  )
}

function title(subject: Clearing): string {
  const number = formatNumber(subject.count)
  const logs = subject.count === 1 ? 'log' : 'logs'
  if (subject.kind === 'reset') return `Reset all ${number} ${logs}?`
  return subject.level
    ? `Clear ${number} ${levelName(subject.level)} ${logs}?`
    : `Clear ${number} ${logs}?`
}
