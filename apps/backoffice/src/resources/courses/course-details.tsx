import type { EditorCourse } from '@rookies/data/course-editing/course-edit'
import {
  courseFieldName,
  courseFieldText,
  courseFormValues,
} from '@rookies/data/course-editing/course-form'
import { Card, Flex } from 'antd'
import { FormFailure, FormFields, type FormFieldsProps } from '../../kit/form-fields'
import { MergeConflict } from '../../kit/merging-form'
import { StatusBadge } from '../../ui/status-badge'
import { CourseFields } from './course-fields'
import typography from './typography.module.css'
import type { CourseForm } from './use-course-form'

type Fields = FormFieldsProps<CourseForm['before']>

interface CourseDetailsProps extends Pick<Fields, 'onSubmit' | 'onInvalid'> {
  /** The form's id; a button elsewhere on the page submits the form by it. */
  id: string
  course: EditorCourse
  /** Whether the course was deleted while it was open. */
  gone: boolean
  edit: CourseForm
}

/** The Course Details card: the course's status, and the course form. */
export function CourseDetails({ id, course, gone, edit, onSubmit, onInvalid }: CourseDetailsProps) {
  const live = course.status === 'PUBLISHED'
  const theirs = courseFormValues(course)
  return (
    <section aria-labelledby="course-details" style={{ maxWidth: '48rem' }}>
      <Card>
        <Flex vertical gap="middle">
          <h2 id="course-details" className={typography.heading}>
            Course Details
          </h2>
          {!gone && (
            <Flex wrap align="center" gap="small" className={typography.muted}>
              <StatusBadge tone={live ? 'live' : 'draft'} label={live ? 'LIVE' : 'DRAFT'} />
              <span>{live ? 'Visible to users when published' : 'Hidden from users'}</span>
            </Flex>
          )}
          <MergeConflict
            edit={edit}
            title="Someone else changed this course"
            nameOf={courseFieldName}
            textOf={(field) => courseFieldText(field, theirs[field])}
          />
          {!edit.conflict && <FormFailure saved={edit.saved} />}
          <FormFields
            saved={edit.saved}
            id={id}
            initial={edit.before}
            wide
            requiredMark="optional"
            validateTrigger="onChange"
            onSubmit={onSubmit}
            onInvalid={onInvalid}
          >
            <CourseFields cover={edit.before.thumbnail_url} />
          </FormFields>
        </Flex>
      </Card>
    </section>
  )
}
