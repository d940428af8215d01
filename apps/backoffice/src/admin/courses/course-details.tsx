import type { EditorCourse } from '@rookies/data/course-editing/course-edit'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { Form } from 'antd'
import { SaveFailed } from '../../ui/save-failed'
import { StatusBadge } from '../../ui/status-badge'
import { CourseConflict } from './course-conflict'
import styles from './course-details.module.css'
import { CourseFields } from './course-fields'
import type { CourseForm } from './use-course-form'

interface CourseDetailsProps {
  /** Lets a button elsewhere on the page submit the form. */
  id: string
  course: EditorCourse
  form: CourseForm
}

/** The Course Details card: whether users see the course, and everything the course form holds. */
export function CourseDetails({ id, course, form }: CourseDetailsProps) {
  const live = course.status === 'PUBLISHED'
  return (
    <section className={styles.card} aria-labelledby="course-details">
      <h2 id="course-details" className={styles.heading}>
        Course Details
      </h2>
      <p className={styles.status}>
        <StatusBadge tone={live ? 'live' : 'draft'} label={live ? 'LIVE' : 'DRAFT'} />
        <span>{live ? 'Visible to users when published' : 'Hidden from users'}</span>
      </p>
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
        scrollToFirstError={{ focus: true, block: 'center' }}
        initialValues={form.initialValues}
        onFinish={form.save}
      >
        <CourseFields />
      </Form>
    </section>
  )
}
