import { useList, useOne } from '@refinedev/core'
import type { ModuleSummary } from '@rookies/data/course-editing/course-content'
import { EDITOR_COLUMNS, type EditorCourse } from '@rookies/data/course-editing/course-edit'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { isRowId } from '@rookies/data/records/row-id'
import { hasCode, NOT_FOUND } from '@rookies/data/refine/request-error'
import { Fragment, useCallback } from 'react'
import { useParams } from 'react-router-dom'
import { AdminOnly } from '../../app/admin-only'
import { useMay } from '../../app/may'
import { toast } from '../../app/notification-provider'
import { CourseContent } from './course-content'
import { CourseWorkspace } from './course-workspace'
import { CourseEditorFailed, CourseEditorSkeleton, CourseNotFound } from './edit-states'
import { LessonDialogHost } from './lesson-dialog/lesson-dialog-host'

const loadFailed = toast(COURSE_MESSAGES.loadFailed, 'error')

/** `/admin/courses/:id`: the editor of a course. */
export function CourseEditor() {
  const { id = '' } = useParams()
  return isRowId(id) ? <CourseById id={id} /> : <CourseNotFound />
}

function CourseById({ id }: { id: string }) {
  const { query: course, result: row } = useOne<EditorCourse>({
    resource: 'courses',
    id,
    meta: { select: EDITOR_COLUMNS },
    errorNotification: (error) => (hasCode(error, NOT_FOUND) ? false : loadFailed),
  })
  const mayUpdate = useMay('courses', 'update', row ?? {})
  // The modules are requested at the same time as the course.
  const { query: content, result: modules } = useList<ModuleSummary>({
    resource: 'modules',
    pagination: { mode: 'off' },
    filters: [{ field: 'course_id', operator: 'eq', value: id }],
    // Changes by other people are reported when the form is saved (rules/courses#stale-save).
    liveMode: 'off',
    // The screen shows the error itself, so Refine shows no notification.
    errorNotification: false,
  })

  const { refetch: readAgain } = course
  const refetch = useCallback(async () => {
    await readAgain({ throwOnError: true })
  }, [readAgain])

  if (course.isPending) return <CourseEditorSkeleton />
  const gone = hasCode(course.error, NOT_FOUND)
  if (gone && !row) return <CourseNotFound />
  if (!row) {
    return <CourseEditorFailed retrying={course.isFetching} onRetry={() => course.refetch()} />
  }
  // A learner can read the course too, but not edit it.
  if (!mayUpdate) return <AdminOnly />

  return (
    <Fragment key={row.id}>
      <CourseWorkspace
        course={row}
        gone={gone}
        refetch={refetch}
        refreshing={course.isFetching || content.isFetching}
        onRefresh={() => {
          course.refetch()
          content.refetch()
        }}
      >
        <CourseContent
          courseId={row.id}
          modules={content.data ? modules.data : null}
          failed={content.isError}
          retrying={content.isFetching}
          onRetry={() => content.refetch()}
        />
      </CourseWorkspace>
      <LessonDialogHost slug={row.slug} />
    </Fragment>
  )
}
