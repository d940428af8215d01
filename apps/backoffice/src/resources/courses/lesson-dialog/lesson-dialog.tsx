import { formatCount } from '@rookies/data/wording'
import { useMatchMedia } from '@rookies/ui/media/use-match-media'
import { Button, Result } from 'antd'
import { CloudOff, Ellipsis, FileX2, RotateCcw } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import { shortcutLabel } from '../../../app/command/shortcut'
import { useMay } from '../../../app/may'
import { lazyDialog } from '../../../kit/lazy-dialog'
import { LeaveGuard } from '../../../ui/leave-guard'
import { MenuButton } from '../../../ui/menu-button'
import { Modal } from '../../../ui/modal'
import { RestoreButton } from '../../../ui/restore-button'
import { Waiting } from '../../../ui/waiting'
import { useNoStrayDrop } from '../files/use-file-drop'
import { useUploads } from '../files/use-uploads'
import typography from '../typography.module.css'
import { useContentActions } from '../use-content-actions'
import { DraftOffer } from './draft-offer'
import { fieldElement } from './form-fields'
import { LESSON_TITLES } from './lesson-address'
import { LessonContext, useLesson } from './lesson-context'
import { LessonForm } from './lesson-form'
import { PictureQuestion } from './picture-question'
import { type LessonDialogProps, useLessonEditor } from './use-lesson-editor'
import { useLessonFiles } from './use-lesson-files'

/** The code for versions loads when the person opens them. */
const VersionsDialog = lazyDialog(
  () => import('../versions/versions-dialog'),
  (module) => module.VersionsDialog,
  { title: 'Versions', size: 'editor' },
)

/** Create New Lesson or Edit Lesson (rules/courses#lesson-form). */
export function LessonDialog(props: LessonDialogProps) {
  const { kind, id, slug, onClose } = props
  const uploads = useUploads()
  const editor = useLessonEditor(props, uploads.open > 0)
  const [asking, setAsking] = useState(false)
  const [looking, setLooking] = useState(false)
  const leaveVersions = useCallback(() => setLooking(false), [])
  const formId = useId()
  const files = useLessonFiles(formId, editor, uploads)
  useNoStrayDrop()
  const { saving } = editor
  const dirty = editor.dirty || uploads.open > 0

  // The dialog stays open during a save, so that the person sees whether it succeeded.
  const close = useCallback(() => {
    if (saving) return
    if (dirty) setAsking(true)
    else onClose()
  }, [saving, dirty, onClose])

  const save = (addAnother = false) => {
    if (addAnother && uploads.open === 0) files.forget()
    const wrong = editor.save({ addAnother })
    if (wrong) requestAnimationFrame(() => fieldElement(formId, wrong)?.focus())
  }

  return (
    <LessonContext
      value={{ slug, lessonId: kind === 'lesson' ? id : null, formId, editor, files, uploads }}
    >
      <Modal
        title={LESSON_TITLES[kind]}
        size={editor.values?.content_type === 'EXERCISE' ? 'window' : 'editor'}
        onClose={close}
        actions={<Actions save={save} onClose={close} />}
      >
        <Body lessonId={id} save={save} onVersions={() => setLooking(true)} />
        {files.question && (
          <PictureQuestion
            key={files.question.id}
            picture={files.question}
            onAnswer={(alt) => files.question && files.answer(files.question, alt)}
          />
        )}
        <CloseQuestion
          open={asking}
          kept={editor.kept !== false}
          uploading={uploads.open}
          onStay={() => setAsking(false)}
          onKeep={onClose}
          onDiscard={editor.giveUp}
        />
        {looking && (
          <VersionsDialog
            lessonId={id}
            unsaved={dirty}
            // Restoring saves the lesson. The dialog then closes, so that the toast with Undo can be reached.
            onRestored={onClose}
            onClose={leaveVersions}
          />
        )}
        {/* A stored draft is not lost when the person leaves, so no question is needed. */}
        <LeaveGuard
          when={(dirty && editor.kept === false) || uploads.open > 0}
          back={uploads.open > 0}
        />
      </Modal>
    </LessonContext>
  )
}

type Save = (addAnother?: boolean) => void

interface BodyProps {
  lessonId: string
  save: Save
  onVersions: () => void
}

function Body({ lessonId, save, onVersions }: BodyProps) {
  const { editor } = useLesson()
  const mayReadVersions = useMay('lesson_versions', 'read')
  const { offer } = editor
  if (editor.gone) return <LessonGone lessonId={lessonId} onRestored={editor.retry} />
  if (editor.loadFailed) {
    return (
      <div role="alert">
        <Result
          status="error"
          icon={<CloudOff className={typography.badSign} aria-hidden="true" />}
          title={<h3 className={typography.heading}>Failed to load this lesson</h3>}
          extra={
            <Button type="primary" loading={editor.loading} onClick={editor.retry}>
              Try Again
            </Button>
          }
        />
      </div>
    )
  }
  if (!editor.values) return <Waiting rows={10} />
  if (offer) return <DraftOffer draft={offer} older={editor.offerIsOlder} />
  return (
    <LessonForm
      key={editor.round}
      onSaveKeys={() => save(editor.isNew)}
      onVersions={!editor.isNew && mayReadVersions ? onVersions : null}
    />
  )
}

/** Offers to restore a lesson that was deleted; after that, the dialog shows it with its draft. */
function LessonGone({ lessonId, onRestored }: { lessonId: string; onRestored: () => void }) {
  const mayRestore = useMay('lessons', 'restore')
  const { restore } = useContentActions()
  return (
    <div role="alert">
      <Result
        status="warning"
        icon={<FileX2 className={typography.badSign} aria-hidden="true" />}
        title={<h3 className={typography.heading}>This lesson is not there any more</h3>}
        subTitle="Someone may have deleted it. It can be restored for 30 days."
        extra={
          mayRestore && (
            <Button
              type="primary"
              icon={<RotateCcw aria-hidden="true" />}
              loading={restore.isPending}
              onClick={() =>
                restore
                  .mutateAsync({ kind: 'lesson', id: lessonId })
                  .then(onRestored, () => undefined)
              }
            >
              Restore Lesson
            </Button>
          )
        }
      />
    </div>
  )
}

function Actions({ save, onClose }: { save: Save; onClose: () => void }) {
  const { editor, uploads } = useLesson()
  const { offer, saving } = editor
  const narrow = useMatchMedia('(max-width: 40rem)')
  if (!editor.values || editor.gone) return <Button onClick={onClose}>Close</Button>
  if (offer) {
    return (
      <>
        <Button danger onClick={editor.discard}>
          Discard Draft
        </Button>
        <RestoreButton onClick={() => editor.restore(offer)}>Restore Draft</RestoreButton>
      </>
    )
  }
  const waits = uploads.why !== null
  const kept = waits
    ? 'You can save when the uploads are done or cancelled.'
    : editor.kept === false
      ? "This device can't keep a draft. Save before you leave."
      : editor.kept && 'Draft kept on this device'
  return (
    <>
      <p className={typography.muted} style={narrow ? OWN_LINE : BESIDE} role="status">
        {kept}
      </p>
      <Button disabled={saving} onClick={onClose}>
        Cancel
      </Button>
      {editor.isNew &&
        (narrow ? (
          <MenuButton
            label="More save options"
            outlined
            icon={<Ellipsis aria-hidden="true" />}
            items={[
              {
                key: 'another',
                label: ANOTHER,
                disabled: saving || waits,
                onClick: () => save(true),
              },
            ]}
          />
        ) : (
          <Button
            disabled={saving || waits}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => save(true)}
          >
            {ANOTHER}
            <kbd>{shortcutLabel('Enter')}</kbd>
          </Button>
        ))}
      <Button
        type="primary"
        style={narrow ? WIDE : undefined}
        loading={saving}
        disabled={editor.conflict !== null || waits}
        onClick={() => save()}
      >
        {saving ? 'Saving...' : (uploads.why ?? 'Save Lesson')}
      </Button>
    </>
  )
}

const ANOTHER = 'Save and Add Another'

const BESIDE = { flex: 1, alignSelf: 'center' } as const
/** Puts the text on a line of its own, because the buttons would squeeze it. */
const OWN_LINE = { flex: '1 0 100%', textAlign: 'start' } as const
const WIDE = { flex: 1 } as const

interface CloseQuestionProps {
  open: boolean
  kept: boolean
  /** Number of uploads in progress. */
  uploading: number
  onStay: () => void
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before the dialog closes with unsaved changes. */
function CloseQuestion(props: CloseQuestionProps) {
  const { open, kept, uploading, onStay, onKeep, onDiscard } = props
  return (
    <Modal
      open={open}
      title="Unsaved changes"
      size="form"
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
          ? 'This lesson is not saved yet. You can keep a draft on this device until you come back.'
          : "This lesson is not saved yet, and this device can't keep a draft."}
      </p>
      {uploading > 0 && (
        <p>
          {`${formatCount(uploading, 'file is', 'files are')} not uploaded yet. Closing cancels the upload.`}
        </p>
      )}
    </Modal>
  )
}
