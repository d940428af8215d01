import { useList } from '@refinedev/core'
import {
  CATALOGUE_COLUMNS,
  CATALOGUE_PAGE_SIZE,
  type CatalogueCourse,
  catalogueFilters,
  catalogueStatus,
} from '@rookies/data/course-editing/course-list'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { hasCode } from '@rookies/data/refine/request-error'
import { formatCount } from '@rookies/data/wording'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Navigate } from 'react-router-dom'
import { toast } from '../../app/notification-provider'
import { usePerson } from '../../app/person'
import { useAddressState } from '../../app/use-address-state'
import { PageHeader } from '../../ui/page-header'
import { Pager } from '../../ui/pager'
import { BinButton } from './bin-button'
import { CourseCard } from './course-card'
import { CourseFilters } from './course-filters'
import { CourseGrid, CourseGridSkeleton } from './course-grid'
import { CreateCourseButton } from './create-course-button'
import { ImportCourseLink } from './import-course-link'
import { CoursesFailed, NoCourses } from './list-states'
import { useCreateCourse } from './use-create-course'

/** PostgREST: the page begins behind the last row. */
const NO_SUCH_PAGE = 'PGRST103'

/** `/admin/courses`: the catalogue, searched, filtered and paged by the server. */
export function CourseList() {
  const person = usePerson()
  const { params, page, change, pageAddress } = useAddressState()
  const { create, dialog } = useCreateCourse()
  const search = params.get('q')?.trim() ?? ''
  const status = catalogueStatus(params.get('status'))

  const { query, result } = useList<CatalogueCourse>({
    resource: 'courses',
    pagination: { currentPage: page, pageSize: CATALOGUE_PAGE_SIZE },
    filters: catalogueFilters({ search, status }, person.permissions, person.account.id),
    sorters: [
      { field: 'updated_at', order: 'desc' },
      { field: 'id', order: 'asc' },
    ],
    meta: { select: CATALOGUE_COLUMNS },
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: (error) =>
      hasCode(error, NO_SUCH_PAGE) ? false : toast(COURSE_TOASTS.listFailed, 'error'),
  })

  const onSearch = useCallback(
    (text: string) => change({ q: text, page: null }, { replace: true }),
    [change],
  )

  // The list has become shorter than the address remembers.
  const lastPage = Math.max(1, Math.ceil((result.total ?? 0) / CATALOGUE_PAGE_SIZE))
  if (page > 1 && (hasCode(query.error, NO_SUCH_PAGE) || (query.isSuccess && page > lastPage))) {
    return <Navigate to={pageAddress(1)} replace />
  }

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
      <CourseFilters
        search={search}
        status={status}
        onSearch={onSearch}
        onStatus={(value) => change({ status: value, page: null })}
      />
      {query.isPending && <CourseGridSkeleton />}
      {query.isError && !query.data && (
        <CoursesFailed retrying={query.isFetching} onRetry={() => query.refetch()} />
      )}
      {query.data && (
        <section aria-label="Course catalog" aria-busy={query.isPlaceholderData}>
          <VisuallyHidden>
            <span role="status">{formatCount(result.total ?? 0, 'course')}</span>
          </VisuallyHidden>
          {result.data.length === 0 ? (
            <NoCourses
              filtered={search !== '' || status !== ''}
              create={<CreateCourseButton label="Create Your First Course" onCreate={create} />}
            />
          ) : (
            <CourseGrid dimmed={query.isPlaceholderData}>
              {result.data.map((course) => (
                <CourseCard key={course.id} course={course} />
              ))}
            </CourseGrid>
          )}
          <Pager label="courses" page={page} pages={lastPage} to={pageAddress} />
        </section>
      )}
      {dialog}
    </>
  )
}
