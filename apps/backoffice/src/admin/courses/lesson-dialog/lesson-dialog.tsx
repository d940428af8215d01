import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { CloudOff, FileX2 } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import { LeaveGuard } from '../../../ui/leave-guard'
import { Modal } from '../../../ui/modal'
import { DraftOffer } from './draft-offer'
import { LESSON_TITLES } from './lesson-address'
import styles from './lesson-dialog.module.css'
import { fieldElement, LessonForm } from './lesson-form'
import { type LessonDialogProps, type LessonEditor, useLessonEditor } from './use-lesson-editor'

/** Create New Lesson or Edit Lesson (rules/courses#lesson-form). */
export function LessonDialog(props: LessonDialogProps) {
  const { kind, onClose } = props
  const editor = useLessonEditor(props)
  const [asking, setAsking] = useState(false)
  const formId = useId()
  const { dirty, saving } = editor

  // While it is being saved it stays, so that the answer is seen.
  const close = useCallback(() => {
    if (saving) return
    if (dirty) setAsking(true)
    else onClose()
  }, [saving, dirty, onClose])

  return (
    <Modal
      open
      title={LESSON_TITLES[kind]}
      size="editor"
      onClose={close}
      actions={<Actions editor={editor} formId={formId} onClose={close} />}
    >
      <Body editor={editor} formId={formId} />
      <CloseQuestion
        open={asking}
        kept={editor.kept !== false}
        onStay={() => setAsking(false)}
        onKeep={onClose}
        onDiscard={editor.giveUp}
      />
      {/* A draft that is kept is not lost by leaving. */}
      <LeaveGuard when={dirty && editor.kept === false} />
    </Modal>
  )
}

interface PartProps {
  editor: LessonEditor
  formId: string
}

function Body({ editor, formId }: PartProps) {
  const { values, offer } = editor
  if (editor.gone) {
    return (
      <ErrorState
        icon={<FileX2 />}
        level={3}
        title="This lesson is not there any more"
        message="Someone may have deleted it. Look in the bin of the course."
      />
    )
  }
  if (editor.loadFailed) {
    return (
      <ErrorState
        icon={<CloudOff />}
        level={3}
        title={COURSE_TOASTS.loadFailed.text}
        actions={
          <Button loading={editor.loading} onClick={editor.retry}>
            Try Again
          </Button>
        }
      />
    )
  }
  if (!values) {
    return (
      <div role="status" className={styles.loading}>
        <VisuallyHidden>Loading...</VisuallyHidden>
        <Skeleton className={styles.line} />
        <Skeleton className={styles.block} />
        <Skeleton className={styles.block} />
      </div>
    )
  }
  if (offer) return <DraftOffer draft={offer} older={editor.offerIsOlder} />
  return <LessonForm id={formId} editor={editor} values={values} />
}

function Actions({ editor, formId, onClose }: PartProps & { onClose: () => void }) {
  const { offer, saving } = editor
  if (!editor.values || editor.gone) return <Button onClick={onClose}>Close</Button>
  if (offer) {
    return (
      <>
        <Button danger onClick={editor.discard}>
          Discard
        </Button>
        <Button type="primary" onClick={() => editor.restore(offer)}>
          Restore draft
        </Button>
      </>
    )
  }
  const submit = () => {
    const wrong = editor.save()
    if (wrong) requestAnimationFrame(() => fieldElement(formId, wrong)?.focus())
  }
  return (
    <>
      <p className={styles.kept} role="status">
        {editor.kept === true && 'Draft kept on this device'}
        {editor.kept === false && 'This device keeps no draft. Save before you leave.'}
      </p>
      <Button disabled={saving} onClick={onClose}>
        Cancel
      </Button>
      <Button type="primary" loading={saving} disabled={editor.conflict !== null} onClick={submit}>
        {saving ? 'Saving...' : 'Save Lesson'}
      </Button>
    </>
  )
}

interface CloseQuestionProps {
  open: boolean
  kept: boolean
  onStay: () => void
  onKeep: () => void
  onDiscard: () => void
}

/** Asked before the dialog goes with something unsaved in it. */
function CloseQuestion({ open, kept, onStay, onKeep, onDiscard }: CloseQuestionProps) {
  return (
    <Modal
      open={open}
      title="Unsaved changes"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>Keep Editing</Button>
          <Button danger onClick={onDiscard}>
            Discard Changes
          </Button>
          {kept && (
            <Button type="primary" onClick={onKeep}>
              Close and Keep Draft
            </Button>
          )}
        </>
      }
    >
      <p>
        {kept
          ? 'This lesson is not saved yet. A draft can stay on this device until you come back.'
          : 'This lesson is not saved yet, and this device keeps no draft.'}
      </p>
    </Modal>
  )
}
