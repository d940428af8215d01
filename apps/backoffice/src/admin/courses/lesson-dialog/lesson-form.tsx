import {
  durationSeconds,
  durationText,
  LESSON_LIMITS,
  type LessonField,
  type LessonFormValues,
} from '@rookies/data/course-editing/lesson-form'
import { Checkbox, Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { Field } from '../../../ui/field'
import { SaveFailed } from '../../../ui/save-failed'
import { AttachmentsEditor } from './attachments-editor'
import { ConflictNotice } from './conflict-notice'
import { ContentTabs } from './content-tabs'
import styles from './lesson-form.module.css'
import { LinkedPreview } from './link-preview'
import type { LessonEditor } from './use-lesson-editor'
import { VideoLengthNote } from './video-length-note'

/** The id of a field's control in the dialog. */
function fieldId(formId: string, field: LessonField): string {
  return `${formId}-${field}`
}

/** A field's control; of one in a tab that is not shown, the tab. */
export function fieldElement(formId: string, field: LessonField): HTMLElement | null {
  const id = fieldId(formId, field)
  return document.getElementById(id) ?? document.getElementById(`${id}-tab`)
}

interface LessonFormProps {
  id: string
  editor: LessonEditor
  values: LessonFormValues
}

/** Basic Information, the content by type, and attachments (rules/courses#lesson-form). */
export function LessonForm({ id, editor, values }: LessonFormProps) {
  const { change, errors, conflict, failure } = editor
  const title = useRef<InputRef>(null)
  const seconds = durationSeconds(values.duration)

  // Once the dialog is open: opening it gives the focus to whatever comes first.
  useEffect(() => {
    const frame = requestAnimationFrame(() => title.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  return (
    <fieldset className={styles.form} disabled={editor.saving}>
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          onKeepMine={() => editor.keepMine(conflict)}
          onTakeTheirs={() => editor.takeTheirs(conflict)}
        />
      )}
      {failure && Object.keys(errors).length === 0 && (
        <SaveFailed
          title="Failed to save lesson"
          text={`${failure.message.replace(/\.?$/, '.')} Nothing that you typed is lost.`}
          busy={editor.saving}
          onRetry={editor.save}
        />
      )}
      <section className={styles.part} aria-labelledby={`${id}-basics`}>
        <h3 id={`${id}-basics`}>Basic Information</h3>
        <Field id={fieldId(id, 'title')} label="Title" error={errors.title}>
          {(control) => (
            <Input
              {...control}
              ref={title}
              value={values.title}
              required
              autoComplete="off"
              onChange={(event) => change({ title: event.target.value })}
            />
          )}
        </Field>
        <Field id={fieldId(id, 'description')} label="Description" error={errors.description}>
          {(control) => (
            <Input.TextArea
              {...control}
              value={values.description}
              autoSize={{ minRows: 2, maxRows: 8 }}
              count={{ show: true, max: LESSON_LIMITS.description }}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
        <LinkedPreview label="Description as learners see it" text={values.description} />
        <div className={styles.row}>
          <div className={styles.length}>
            <Field
              id={fieldId(id, 'duration')}
              label="Duration"
              error={errors.duration}
              hint={`Seconds, or minutes as in 12:30. Shown as ${durationText(Math.max(0, seconds))}${seconds < 60 ? ' seconds' : ''}.`}
            >
              {(control) => (
                <Input
                  {...control}
                  className={styles.duration}
                  value={values.duration}
                  autoComplete="off"
                  onChange={(event) => change({ duration: event.target.value })}
                />
              )}
            </Field>
            <VideoLengthNote
              note={editor.length.note}
              onTake={() => {
                editor.length.take()
                // The button that was pressed is gone.
                fieldElement(id, 'duration')?.focus()
              }}
            />
          </div>
          <div className={styles.preview}>
            <Checkbox
              checked={values.free_preview}
              aria-describedby={`${id}-free-hint`}
              onChange={(event) => change({ free_preview: event.target.checked })}
            >
              Free Preview
            </Checkbox>
            <p id={`${id}-free-hint`} className={styles.hint}>
              Anybody who is signed in can open it, without having the course.
            </p>
          </div>
        </div>
      </section>
      <ContentTabs id={id} editor={editor} values={values} />
      <AttachmentsEditor
        id={fieldId(id, 'attachments')}
        attachments={values.attachments}
        error={errors.attachments}
        onChange={(attachments) => change({ attachments })}
      />
    </fieldset>
  )
}
