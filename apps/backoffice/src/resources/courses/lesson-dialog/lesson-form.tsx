import { durationText } from '@rookies/data/course-editing/duration-text'
import {
  durationSeconds,
  LESSON_LIMITS,
  type LessonFormValues,
} from '@rookies/data/course-editing/lesson-form'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button, Checkbox, Flex, Form, Input, type InputRef } from 'antd'
import { History } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { isShortcut } from '../../../app/command/shortcut'
import { SaveFailed } from '../../../ui/save-failed'
import { AttachmentsEditor } from './attachments-editor'
import { ConflictNotice } from './conflict-notice'
import { ContentTabs } from './content-tabs'
import { fieldElement, formFields, typedInto } from './form-fields'
import { useLessonForm } from './lesson-context'
import styles from './lesson-form.module.css'
import { LinkedPreview } from './link-preview'
import { VideoLengthNote } from './video-length-note'

interface LessonFormProps {
  /** The keys for saving were pressed. */
  onSaveKeys: () => void
  /** Shows what the lesson said before; null where there is nothing to show. */
  onVersions: (() => void) | null
}

/** Basic Information, the content by type, and attachments (rules/courses#lesson-form). */
export function LessonForm({ onSaveKeys, onVersions }: LessonFormProps) {
  const { formId: id, editor, files, values } = useLessonForm()
  const { change, errors, conflict, failure } = editor
  const title = useRef<InputRef>(null)
  const fields = useMemo(() => formFields(values, errors), [values, errors])
  const seconds = durationSeconds(values.duration)

  // It may come after the dialog, which has the focus by then. A frame later would be too late: a person may
  // have gone to another field, and would write the text into the title.
  useLayoutEffect(() => title.current?.focus(), [])

  return (
    <Form<LessonFormValues>
      name={id}
      className={styles.form ?? ''}
      layout="vertical"
      requiredMark={false}
      disabled={editor.saving}
      initialValues={values}
      fields={fields}
      onKeyDown={(event) => {
        if (!isShortcut(event.nativeEvent, 'enter')) return
        // Or a button that has the focus would be pressed too.
        event.preventDefault()
        onSaveKeys()
      }}
      onValuesChange={(typed: Partial<LessonFormValues>) => change(typedInto(values, typed))}
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
          <Form.Item name="description" label="Description">
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
                  // The button that was pressed is gone.
                  fieldElement(id, 'duration')?.focus()
                }}
              />
            </Flex>
            <Form.Item
              name="free_preview"
              valuePropName="checked"
              style={{ flex: '1 1 14rem', paddingTop: 'var(--space-6)' }}
              extra="Anybody who is signed in can open it, without having the course."
            >
              <Checkbox>Free Preview</Checkbox>
            </Form.Item>
          </Flex>
        </section>
        <ContentTabs />
        <AttachmentsEditor />
        <VisuallyHidden>
          <span role="status">{files.news}</span>
        </VisuallyHidden>
      </Flex>
    </Form>
  )
}
