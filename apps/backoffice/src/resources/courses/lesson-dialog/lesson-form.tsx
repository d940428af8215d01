import {
  durationSeconds,
  LESSON_LIMITS,
  type LessonFormValues,
} from '@rookies/data/course-editing/lesson-form'
import { durationText } from '@rookies/data/course-viewing/duration'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button, Checkbox, Flex, Form, Input, type InputRef } from 'antd'
import { History } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { isShortcut } from '../../../app/command/shortcut'
import { Optional } from '../../../ui/optional'
import { SaveFailed } from '../../../ui/save-failed'
import wrapping from '../../../ui/wrapping-tabs.module.css'
import { AttachmentsEditor } from './attachments-editor'
import { ConflictNotice } from './conflict-notice'
import { ContentTabs } from './content-tabs'
import { changeOfFields, fieldElement, formFields } from './form-fields'
import { useLessonForm } from './lesson-context'
import styles from './lesson-form.module.css'
import { LinkedPreview } from './link-preview'
import { VideoLengthNote } from './video-length-note'

interface LessonFormProps {
  /** Saves the lesson; called for the keyboard shortcut. */
  onSaveKeys: () => void
  /** Opens earlier versions; null if there are none. */
  onVersions: (() => void) | null
}

/** The fields of a lesson: basic information, content by type, and attachments (rules/courses#lesson-form). */
export function LessonForm({ onSaveKeys, onVersions }: LessonFormProps) {
  const { formId: id, editor, files, values } = useLessonForm()
  const { change, errors, conflict, failure } = editor
  const title = useRef<InputRef>(null)
  const fields = useMemo(() => formFields(values, errors), [values, errors])
  const seconds = durationSeconds(values.duration)

  // If the form loads after the dialog, the dialog has the focus. The title takes the focus before the next frame,
  // because the person could otherwise have moved to another field and would then type into the title.
  useLayoutEffect(() => title.current?.focus(), [])

  return (
    <Form<LessonFormValues>
      name={id}
      className={`${styles.form} ${wrapping.tabs}`}
      layout="vertical"
      requiredMark={false}
      disabled={editor.saving}
      initialValues={values}
      fields={fields}
      onKeyDown={(event) => {
        // A code editor has already handled this shortcut by running the tests.
        if (event.isDefaultPrevented() || !isShortcut(event.nativeEvent, 'enter')) return
        // Without this, the browser would also press a focused button.
        event.preventDefault()
        onSaveKeys()
      }}
      onValuesChange={(typed: Partial<LessonFormValues>) => change(changeOfFields(values, typed))}
    >
      <Flex vertical gap="large">
        {conflict && (
          <ConflictNotice
            conflict={conflict}
            onKeepMine={() => editor.keepMine(conflict)}
            onTakeTheirs={() => {
              files.forget()
              editor.takeTheirs(conflict)
            }}
          />
        )}
        {failure && Object.keys(errors).length === 0 && (
          <SaveFailed
            title="Failed to save lesson"
            text={`${failure.message.replace(/\.?$/, '.')} Nothing that you typed is lost.`}
            busy={editor.saving}
            onRetry={() => editor.save()}
          />
        )}
        <section aria-labelledby={`${id}-basics`}>
          <Flex align="center" justify="space-between" style={{ marginBottom: 'var(--space-3)' }}>
            <h3 id={`${id}-basics`}>Basic Information</h3>
            {onVersions && (
              <Button
                type="text"
                size="small"
                icon={<History aria-hidden="true" />}
                onClick={onVersions}
              >
                Versions
              </Button>
            )}
          </Flex>
          <Form.Item name="title" label="Title" required>
            <Input ref={title} autoComplete="off" />
          </Form.Item>
          <Form.Item name="description" label={<Optional>Description</Optional>}>
            <Input.TextArea
              autoSize={{ minRows: 2, maxRows: 8 }}
              count={{ show: true, max: LESSON_LIMITS.description }}
            />
          </Form.Item>
          <LinkedPreview label="Description as learners see it" text={values.description} />
          <Flex wrap gap="0 2rem">
            <Flex vertical flex="1 1 14rem">
              <Form.Item
                name="duration"
                label="Duration"
                extra={`Seconds, or minutes as in 12:30. Shown as ${durationText(Math.max(0, seconds))}${seconds < 60 ? ' seconds' : ''}.`}
              >
                <Input autoComplete="off" style={{ maxWidth: '10rem' }} />
              </Form.Item>
              <VideoLengthNote
                note={editor.length.note}
                onTake={() => {
                  editor.length.take()
                  // The pressed button disappears, so the focus moves to the field.
                  fieldElement(id, 'duration')?.focus()
                }}
              />
            </Flex>
            <Form.Item
              name="free_preview"
              valuePropName="checked"
              className={styles.preview ?? ''}
              extra="Anyone who is signed in can open it, even without access to the course."
            >
              <Checkbox>Free Preview</Checkbox>
            </Form.Item>
          </Flex>
        </section>
        <ContentTabs />
        <AttachmentsEditor />
        <VisuallyHidden>
          <span role="status">{files.announcement}</span>
        </VisuallyHidden>
      </Flex>
    </Form>
  )
}
