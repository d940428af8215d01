import {
  EDITOR_COLUMNS,
  type EditorCourse,
  editedColumns,
} from '@rookies/data/course-editing/course-edit'
import { changedCourseFields, courseFormValues } from '@rookies/data/course-editing/course-form'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { useMergingForm } from '../../kit/merging-form'

/** The state of the course form. `refetch` reads the course again, and rejects if the read fails. */
export const useCourseForm = (course: EditorCourse, refetch: () => Promise<void>) =>
  useMergingForm({
    resource: 'courses',
    id: course.id,
    select: EDITOR_COLUMNS,
    row: course,
    refetch,
    valuesOf: courseFormValues,
    changedFields: changedCourseFields,
    sent: editedColumns,
    done: COURSE_MESSAGES.saved,
    failed: COURSE_MESSAGES.saveFailed,
  })

export type CourseForm = ReturnType<typeof useCourseForm>
