import { courseMessages } from '@rookies/data/courses/messages'
import { libraryQuery } from '@rookies/data/library/library-query'
import { parseCourseSort, sortCourses } from '@rookies/data/library/sort-courses'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useArrival } from '../../shared/use-arrival'
import { useBoot } from '../../shared/use-boot'
import { usePageTitle } from '../../shared/use-page-title'
import { Button } from '../../ui/button'
import { CourseCard } from './course-card'
import { CourseCardSkeleton } from './course-card-skeleton'
import styles from './library-page.module.css'
import { NoCourses } from './no-courses'
import { SortMenu } from './sort-menu'

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Courses Library: what the person may study, and how far they are (product §2). */
export default function LibraryPage() {
  const library = useQuery(libraryQuery(useData()))
  const boot = useBoot()
  const [params] = useSearchParams()
  const sort = parseCourseSort(params.get('sort'))
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle('Courses Library')
  useArrival(heading)

  const courses = useMemo(() => sortCourses(library.data ?? [], sort), [library.data, sort])
  // An account that may not enter is answered with nothing: wait until it is known to be none such.
  const isEmpty = library.isSuccess && courses.length === 0 && boot !== undefined

  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          Courses Library
        </h1>
        {courses.length > 1 && <SortMenu sort={sort} />}
      </header>
      {library.isError ? (
        <ErrorState
          icon={<CircleAlert />}
          title="Error Loading Courses"
          message={courseMessages.libraryFailed}
          actions={
            <Button look="primary" onClick={() => library.refetch()} disabled={library.isFetching}>
              Try Again
            </Button>
          }
        />
      ) : isEmpty ? (
        <NoCourses />
      ) : courses.length > 0 ? (
        <ul className={styles.grid}>
          {courses.map((course, at) => (
            <li key={course.id}>
              <CourseCard course={course} eager={at < 3} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.grid} role="status" aria-label="Loading courses">
          {SKELETONS.map((key) => (
            <CourseCardSkeleton key={key} />
          ))}
        </div>
      )}
    </main>
  )
}
