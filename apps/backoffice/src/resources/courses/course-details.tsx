import type { EditorCourse } from '@rookies/data/course-editing/course-edit'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { Card, Flex, Form, type FormProps } from 'antd'
import { SaveFailed } from '../../ui/save-failed'
import { StatusBadge } from '../../ui/status-badge'
import { CourseConflict } from './course-conflict'
import { CourseFields } from './course-fields'
import type { CourseForm } from './use-course-form'
import words from './words.module.css'

interface CourseDetailsProps {
  /** Lets a button elsewhere on the page submit the form. */
  id: string
  course: EditorCourse
  form: CourseForm
  onSave: () => void
  onInvalid: NonNullable<FormProps['onFinishFailed']>
}

/** The Course Details card: whether users see the course, and everything the course form holds. */
export function CourseDetails({ id, course, form, onSave, onInvalid }: CourseDetailsProps) {
  const live = course.status === 'PUBLISHED'
  return (
    <section aria-labelledby="course-details" style={{ maxWidth: '48rem' }}>
      <Card>
        <Flex vertical gap="middle">
          <h2 id="course-details" className={words.heading}>
            Course Details
          </h2>
          <Flex wrap align="center" gap="small" className={words.muted}>
            <StatusBadge tone={live ? 'live' : 'draft'} label={live ? 'LIVE' : 'DRAFT'} />
            <span>{live ? 'Visible to users when published' : 'Hidden from users'}</span>
          </Flex>
          {form.conflict && (
            <CourseConflict
              course={course}
              fields={form.conflict}
              onKeepMine={form.keepMine}
              onTakeTheirs={form.takeTheirs}
            />
          )}
          {form.failed && !form.conflict && (
            <SaveFailed
              title={COURSE_TOASTS.saveFailed.text}
              busy={form.saving}
              onRetry={() => form.form.submit()}
            />
          )}
          <Form
            {...form.formProps}
            id={id}
            layout="vertical"
            requiredMark="optional"
            initialValues={form.initialValues}
            onFinish={onSave}
            onFinishFailed={onInvalid}
          >
            <CourseFields />
          </Form>
        </Flex>
      </Card>
    </section>
  )
}
