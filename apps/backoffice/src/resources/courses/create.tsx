import {
  courseColumns,
  courseFormValues,
  EMPTY_COURSE_FORM,
} from '@rookies/data/course-editing/course-form'
import { numberedSlug, slugAfterTitle } from '@rookies/data/course-editing/course-slug'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { usePerson } from '../../app/person'
import { useRead } from '../../app/use-read'
import { FormDialog } from '../../kit/form-dialog'
import { useRecordForm } from '../../kit/saved-form'
import { JUST_CREATED } from './course-address'
import { CourseFields } from './course-fields'

interface CreateCourseProps {
  open: boolean
  onClose: () => void
}

/**
 * The Create New Course dialog. A new course is its creator's draft (rules/courses#draft-first), and its editor
 * opens. Closing the dialog keeps what was typed.
 */
export function CreateCourse({ open, onClose }: CreateCourseProps) {
  const { account } = usePerson()
  const empty = { ...EMPTY_COURSE_FORM, author_name: account.name ?? '' }
  const titleBefore = useRef('')
  const navigate = useNavigate()
  const titles = useRead('courses/titles', { enabled: open })
  const saved = useRecordForm({
    resource: 'courses',
    sent: (values: typeof empty) => ({
      ...courseColumns(courseFormValues({ ...empty, ...values })),
      created_by_id: account.id,
    }),
    done: COURSE_MESSAGES.created,
    failed: COURSE_MESSAGES.createFailed,
    leave: ({ id }) =>
      void navigate(`/admin/courses/${id}`, { replace: true, state: JUST_CREATED }),
  })
  const { form } = saved

  const followTitle = (title: string) => {
    const slug = slugAfterTitle(
      form.getFieldValue('slug') ?? '',
      titleBefore.current,
      title,
      numberedSlug(
        'course',
        (titles.data ?? []).map(({ slug }) => slug),
      ),
    )
    titleBefore.current = title
    form.setFieldsValue({ slug })
  }

  return (
    <FormDialog
      open={open}
      title="Create New Course"
      saved={saved}
      initial={empty}
      submit="Create Course"
      submitting="Creating..."
      keepsInput
      wide
      requiredMark="optional"
      validateTrigger="onChange"
      onValuesChange={({ title }) => {
        if (title !== undefined) followTitle(title)
      }}
      onClose={onClose}
    >
      <CourseFields />
    </FormDialog>
  )
}
