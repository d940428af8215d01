import { COURSE_LIST, ownCourses } from '@rookies/data/course-editing/course-list'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { formatCount } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { BookOpen } from 'lucide-react'
import { usePerson } from '../../app/person'
import { ListFrame } from '../../kit/list-frame'
import { useTable } from '../../kit/use-table'
import { PageHeader } from '../../ui/page-header'
import { BinButton } from './bin-button'
import { CourseCard } from './course-card'
import { CourseGrid, CourseGridSkeleton } from './course-grid'
import { CreateCourseButton } from './create-course-button'
import { CourseFilters } from './filters'
import { ImportCourseLink } from './import-course-link'
import { useCreateCourse } from './use-create-course'

/** `/admin/courses`: the catalogue (rules/courses#catalogue-list). */
export function CourseList() {
  const { permissions, account } = usePerson()
  const { create, dialog } = useCreateCourse()
  const table = useTable(COURSE_LIST, {
    failed: COURSE_TOASTS.listFailed,
    filters: { permanent: ownCourses(permissions, account.id) },
  })
  const { tableProps, total, narrowed } = table

  return (
    <>
      <PageHeader
        title="Courses"
        subtitle="Manage your course catalog"
        actions={
          <>
            <BinButton courseId={null} />
            <ImportCourseLink />
            <CreateCourseButton label="Create Course" onCreate={create} />
          </>
        }
      />
      <CourseFilters table={table} />
      <ListFrame
        {...tableProps}
        label="Course catalog"
        many="courses"
        failed={COURSE_TOASTS.listFailed.text}
        count={formatCount(total, 'course')}
        above={null}
        waiting={<CourseGridSkeleton />}
        empty={
          <EmptyState
            icon={<BookOpen />}
            title="No courses found"
            actions={
              !narrowed && <CreateCourseButton label="Create Your First Course" onCreate={create} />
            }
          >
            <p>
              {narrowed
                ? 'Try adjusting your search or filters'
                : 'Get started by creating your first course'}
            </p>
          </EmptyState>
        }
      >
        <CourseGrid dimmed={tableProps.query.isPlaceholderData}>
          {tableProps.records?.map((course) => (
            <CourseCard key={course.id} course={course} />
          ))}
        </CourseGrid>
      </ListFrame>
      {dialog}
    </>
  )
}
