import { courseMessages, needsConnection } from '@rookies/data/course-viewing/messages'
import { isSilence } from '@rookies/data/errors'
import { coursesIn } from '@rookies/data/library/category'
import { libraryQuery } from '@rookies/data/library/library-query'
import { parseCourseSort, sortCourses } from '@rookies/data/library/sort-courses'
import { wayIn } from '@rookies/data/library/way-in'
import { completions, libraryWith } from '@rookies/data/progress/outbox/overlay'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { BesidePart } from '../../shared/beside'
import { useData } from '../../shared/data-context'
import { LazyPart } from '../../shared/lazy-part'
import { useArrival } from '../../shared/use-arrival'
import { useBoot } from '../../shared/use-boot'
import { usePageTitle } from '../../shared/use-page-title'
import { useWaiting } from '../../shared/use-waiting'
import { Button } from '../../ui/button'
import { CategoryFilter, EmptyCategory } from './category-filter'
import { CourseCard } from './course-card'
import { CourseCardSkeleton } from './course-card-skeleton'
import styles from './library-page.module.css'
import { NoCourses } from './no-courses'
import { SortMenu } from './sort-menu'
import { useWaitingInvite } from './use-waiting-invite'
import { WayIn, WayInSkeleton } from './way-in'

const waitingInvite = new LazyPart(() => import('./waiting-invite'))

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Courses Library: what the person may study, and how far they are (rules/learning#library). */
export default function LibraryPage() {
  // Each visit asks before this is drawn (app/screens): what has just failed is not asked again.
  const library = useQuery({ ...libraryQuery(useData()), retryOnMount: false })
  const boot = useBoot()
  const [params] = useSearchParams()
  const sort = parseCourseSort(params.get('sort'))
  const { invite, later } = useWaitingInvite(boot?.account?.state === 'ACTIVE')
  const category = params.get('category')
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle('Courses Library')
  useArrival(heading)
  useRefocus(heading, category)

  const { entries, offline } = useWaiting()
  const all = useMemo(() => libraryWith(library.data ?? [], entries), [library.data, entries])
  const courses = useMemo(() => sortCourses(coursesIn(all, category), sort), [all, category, sort])
  const way = category ? null : wayIn(all, entries)
  const queued = new Set(offline ? completions(entries).map(({ slug }) => slug) : [])
  // An account that may not enter is answered with nothing: wait until it is known to be none such.
  const isEmpty = library.isSuccess && library.data.length === 0 && boot !== undefined

  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          Courses Library
        </h1>
      </header>
      {category && !isEmpty && <CategoryFilter category={category} />}
      {library.isError && !library.data ? (
        <ErrorState
          icon={<CircleAlert />}
          {...(isSilence(library.error)
            ? needsConnection('Your library')
            : { title: 'Error Loading Courses', message: courseMessages.libraryFailed })}
          actions={
            <Button
              variant="primary"
              onClick={() => library.refetch()}
              disabled={library.isFetching}
            >
              Try Again
            </Button>
          }
        />
      ) : isEmpty ? (
        <NoCourses />
      ) : category && library.data && library.data.length > 0 && courses.length === 0 ? (
        <EmptyCategory category={category} />
      ) : courses.length > 0 ? (
        <>
          {way && <WayIn way={way} />}
          {courses.length > 1 && <SortMenu sort={sort} />}
          <ul className={styles.grid}>
            {courses.map((course, at) => (
              <li key={course.id}>
                <CourseCard course={course} eager={at < 3} queued={queued.has(course.slug)} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div role="status" aria-label="Loading courses">
          {!category && <WayInSkeleton />}
          <div className={styles.grid}>
            {SKELETONS.map((key) => (
              <CourseCardSkeleton key={key} />
            ))}
          </div>
        </div>
      )}
      {invite && (
        <BesidePart
          key={invite.token}
          what="The invite that waits for you"
          part={waitingInvite}
          props={{ invite, onLater: later }}
        />
      )}
    </main>
  )
}

/** Keeps focus on the page when the filter comes or goes, and its button with it. */
function useRefocus(heading: RefObject<HTMLElement | null>, category: string | null): void {
  const shown = useRef(category)
  useEffect(() => {
    if (shown.current === category) return
    shown.current = category
    heading.current?.focus()
  }, [heading, category])
}
