import { isTransient, toDataError } from '@rookies/data/errors'
import { serverMessage, type Toast } from '@rookies/data/toasts'
import { SaveFailed } from '../../ui/save-failed'

interface FailureNoticeProps {
  error: Error
  /** What failed. */
  toast: Toast
  /** What holds when no answer came. */
  lost: string
  onRetry: () => void
}

/** What went wrong, inside the dialog, where nothing that was typed is lost. */
export function FailureNotice({ error, toast, lost, onRetry }: FailureNoticeProps) {
  const known = toDataError(error)
  const sentence = isTransient(known)
    ? lost
    : (serverMessage(known) ?? 'Nothing that you typed is lost.')
  const more = known.hint === 'SENT_ALREADY' ? ' It is in the list, where you can edit it.' : ''
  return <SaveFailed title={toast.text} text={sentence + more} onRetry={onRetry} />
}
