import { COURSE_LIST, ownCourses } from '@rookies/data/course-editing/course-list'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { formatCount } from '@rookies/data/wording'
import { Button } from 'antd'
import { BookOpen, Plus, Upload } from 'lucide-react'
import { useMay } from '../../app/may'
import { usePerson } from '../../app/person'
import { lazyDialog } from '../../kit/lazy-dialog'
import { ListFrame } from '../../kit/list-frame'
import { useCreateDialog } from '../../kit/use-create-dialog'
import { useTable } from '../../kit/use-table'
import { LinkButton } from '../../ui/link-button'
import { PageHeader } from '../../ui/page-header'
import { BinButton } from './bin-button'
import { CourseCard } from './course-card'
import { CourseGrid, CourseGridSkeleton } from './course-grid'
import { CourseFilters } from './filters'

/** Loads when it is first opened, because the list has no fields. */
const CreateCourse = lazyDialog(
  () => import('./create'),
  (module) => module.CreateCourse,
  { title: 'Create New Course', size: 'form' },
)

/** `/admin/courses`: the catalogue (rules/courses#catalogue-list). */
export function CourseList() {
  const { permissions, account } = usePerson()
  const creating = useCreateDialog('courses', 'course')
  const table = useTable(COURSE_LIST, {
    failed: COURSE_MESSAGES.listFailed,
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
            <CreateCourseButton label="Create Course" creating={creating} />
          </>
        }
      />
      <CourseFilters table={table} />
      <ListFrame
        {...tableProps}
        label="Course catalog"
        many="courses"
        failed={COURSE_MESSAGES.listFailed.text}
        count={formatCount(total, 'course')}
        above={null}
        waiting={<CourseGridSkeleton />}
        empty={{
          icon: <BookOpen />,
          title: 'No courses found',
          text: narrowed
            ? 'Try adjusting your search or filters'
            : 'Get started by creating your first course',
          actions: <CreateCourseButton label="Create Your First Course" creating={creating} />,
        }}
      >
        <CourseGrid dimmed={tableProps.query.isPlaceholderData}>
          {tableProps.records?.map((course) => (
            <CourseCard key={course.id} course={course} />
          ))}
        </CourseGrid>
      </ListFrame>
      <CreateCourse open={creating.isOpen} onClose={creating.close} />
    </>
  )
}

/** A link to the import screen, for people who may create courses. */
function ImportCourseLink() {
  const mayCreate = useMay('courses', 'create')
  if (!mayCreate) return null
  return (
    <LinkButton to="/admin/courses/import" icon={<Upload aria-hidden="true" />}>
      Import
    </LinkButton>
  )
}

interface CreateCourseButtonProps {
  label: string
  creating: ReturnType<typeof useCreateDialog>
}

/** Opens the Create New Course dialog; shown to people who may create courses. */
function CreateCourseButton({ label, creating: { mayCreate, open } }: CreateCourseButtonProps) {
  if (!mayCreate) return null
  return (
    <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={open}>
      {label}
    </Button>
  )
}
