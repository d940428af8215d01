import type { Toast } from '@rookies/data/catalogue/messages'
import { toDataError } from '@rookies/data/errors'
import { serverSentence } from '@rookies/data/notifications/admin-messages'
import { useEffect, useRef } from 'react'
import styles from './composer.module.css'

interface FailureNoticeProps {
  error: Error
  /** What failed. */
  toast: Toast
  /** What holds when no answer came. */
  lost: string
}

/** What went wrong, inside the dialog, where nothing that was typed is lost. */
export function FailureNotice({ error, toast, lost }: FailureNoticeProps) {
  const notice = useRef<HTMLParagraphElement>(null)
  // The button stands at the other end of the dialog.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const known = toDataError(error)
  const sentence = serverSentence(known)
  return (
    <p ref={notice} className={styles.failure} role="alert">
      <strong>{toast.text}.</strong>{' '}
      {known.code === 'NETWORK' ? lost : (sentence ?? 'Nothing that you typed is lost.')}
      {known.hint === 'SENT_ALREADY' && ' It is in the list, where you can edit it.'}
    </p>
  )
}
