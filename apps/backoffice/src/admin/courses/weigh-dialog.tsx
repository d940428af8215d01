import type { ContentImpact } from '@rookies/data/course-editing/content-impact'
import type { Content } from '@rookies/data/course-editing/delete-content'
import { DEFAULT_ERROR_MESSAGE } from '@rookies/data/errors'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { useRead } from '../../app/use-read'
import { Modal } from '../../ui/modal'
import styles from './weigh-dialog.module.css'

interface WeighDialogProps {
  /** What it is about; null while the dialog is closed. */
  content: (Content & { title: string }) | null
  question: string
  /** What follows from a yes, from the numbers. */
  words: (impact: ContentImpact) => string[]
  confirm: string
  danger?: boolean
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that learners notice, and says in numbers what it means for them. */
export function WeighDialog(props: WeighDialogProps) {
  const { content, question, confirm, danger = false, busy, onConfirm, onClose } = props
  return (
    <Modal
      open={content !== null}
      title={question}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          {/* Another question has a button of its own, without the last one's busy sign. */}
          <Button key={question} type="primary" danger={danger} loading={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {content && <Consequences content={content} words={props.words} />}
    </Modal>
  )
}

type ConsequencesProps = { content: Content & { title: string } } & Pick<WeighDialogProps, 'words'>

function Consequences({ content, words }: ConsequencesProps) {
  const { kind, id } = content
  const impact = useRead('courses/impact', { input: { kind, id }, staleTime: 0, gcTime: 0 })
  return (
    <>
      <p className={styles.title}>{content.title}</p>
      <div className={styles.words} aria-live="polite" aria-busy={impact.isPending}>
        {impact.isPending && (
          <>
            <VisuallyHidden>Counting...</VisuallyHidden>
            <Skeleton className={styles.line} />
            <Skeleton className={styles.line} />
          </>
        )}
        {impact.isError && (
          <p>
            {DEFAULT_ERROR_MESSAGE}{' '}
            <Button size="small" onClick={() => impact.refetch()}>
              Try Again
            </Button>
          </p>
        )}
        {impact.data && (
          <ul className={styles.list}>
            {words(impact.data).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
