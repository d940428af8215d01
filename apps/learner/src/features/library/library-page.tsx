import { courseMessages, needsConnection } from '@rookies/data/course-viewing/messages'
import { isSilence } from '@rookies/data/errors'
import { libraryQuery } from '@rookies/data/library/library-query'
import { coursesIn, parseCourseSort, sortCourses } from '@rookies/data/library/shown-courses'
import { completions, libraryWith } from '@rookies/data/progress/overlay'
import { resumeCardData } from '@rookies/data/progress/resume-card'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, WifiOff } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { LazyPart } from '../../shared/lazy-part'
import { OptionalPart } from '../../shared/optional-section'
import { useBoot } from '../../shared/use-boot'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { useOutboxState } from '../../shared/use-outbox-state'
import { usePageTitle } from '../../shared/use-page-title'
import { Button } from '../../ui/button'
import titles from '../../ui/titles.module.css'
import { CategoryFilter, EmptyCategory } from './category-filter'
import { CourseCard } from './course-card'
import { CourseCardSkeleton } from './course-card-skeleton'
import styles from './library-page.module.css'
import { NoCourses } from './no-courses'
import { ResumeCard, ResumeCardSkeleton } from './resume-card'
import { SortMenu } from './sort-menu'
import { usePendingInvite } from './use-pending-invite'

const pendingInvite = new LazyPart(() => import('./pending-invite'))
const thisWeek = new LazyPart(() => import('./this-week'))
const myNews = new LazyPart(() => import('./my-news'))

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']

/** The Courses Library: the person's courses and their progress (rules/learning#library). */
export default function LibraryPage() {
  // The query has just run before this renders (app/screens), so a failure is not retried on mount.
  const library = useQuery({ ...libraryQuery(useData()), retryOnMount: false })
  const boot = useBoot()
  const [params] = useSearchParams()
  const sort = parseCourseSort(params.get('sort'))
  const { invite, later } = usePendingInvite(boot?.account?.state === 'ACTIVE')
  const category = params.get('category')
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle('Courses Library')
  useFocusHeading(heading)
  useRefocus(heading, category)

  const { entries, offline } = useOutboxState()
  const all = useMemo(() => libraryWith(library.data ?? [], entries), [library.data, entries])
  const courses = useMemo(() => sortCourses(coursesIn(all, category), sort), [all, category, sort])
  const resume = category ? null : resumeCardData(all, entries)
  const inCohort = courses.some(({ in_cohort }) => in_cohort)
  const queued = new Set(offline ? completions(entries).map(({ slug }) => slug) : [])
  // The database gives an account that may not enter an empty list, so the page waits for the account before it says
  // that there are no courses.
  const isEmpty = library.isSuccess && library.data.length === 0 && boot !== undefined

  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1} className={titles.page}>
          Courses Library
        </h1>
      </header>
      {category && !isEmpty && <CategoryFilter category={category} />}
      {library.isError && !library.data ? (
        <ErrorState
          {...(isSilence(library.error)
            ? {
                icon: <WifiOff data-quiet />,
                ...needsConnection('Your library', library.isFetching),
              }
            : {
                icon: <CircleAlert />,
                title: 'Error Loading Courses',
                message: courseMessages.libraryFailed,
              })}
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
        <EmptyCategory />
      ) : courses.length > 0 ? (
        <>
          {resume && <ResumeCard resume={resume} />}
          {!category && inCohort && (
            <OptionalPart
              subject="Your week"
              className={styles.week}
              part={thisWeek}
              props={{ resume: resume?.path ?? null }}
            />
          )}
          {!category && (
            <OptionalPart subject="Your work and questions" part={myNews} props={{ inCohort }} />
          )}
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
          {!category && <ResumeCardSkeleton />}
          <Skeleton className={styles.ghostSort} />
          <div className={styles.grid}>
            {SKELETONS.map((key) => (
              <CourseCardSkeleton key={key} />
            ))}
          </div>
        </div>
      )}
      {invite && (
        <OptionalPart
          key={invite.token}
          subject="Your open invite"
          part={pendingInvite}
          props={{ invite, onLater: later }}
        />
      )}
    </main>
  )
}

/** Focuses the heading when the filter changes, because the button that was pressed may be removed. */
function useRefocus(heading: RefObject<HTMLElement | null>, category: string | null): void {
  const shown = useRef(category)
  useEffect(() => {
    if (shown.current === category) return
    shown.current = category
    heading.current?.focus()
  }, [heading, category])
}
