import { lessonQuery } from '@rookies/data/course-viewing/lesson-query'
import { needsConnection } from '@rookies/data/course-viewing/messages'
import {
  type CourseOutline,
  courseKeys,
  lessonAfter,
  type OutlineLesson,
} from '@rookies/data/course-viewing/outline'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import { isSilence } from '@rookies/data/errors'
import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useData } from '../../shared/data-context'
import { useLoaded } from '../../shared/lazy-part'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { Button, ButtonLink } from '../../ui/button'
import { CoursePane } from './course-pane'
import { LessonBar } from './lesson-bar'
import { LessonBodySkeleton } from './lesson-body-skeleton'
import { LessonDetails } from './lesson-details'
import { LessonHeader } from './lesson-header'
import styles from './lesson-pane.module.css'
import { LESSON_PARTS } from './lesson-parts'
import { LessonPrimary } from './lesson-primary'
import { usePrefetchLesson } from './use-prefetch-lesson'

interface LessonPaneProps {
  course: CourseOutline
  lesson: OutlineLesson
  onShowShortcuts: () => void
}

/** One lesson. An error in it affects neither the outline nor the page. */
export function LessonPane(props: LessonPaneProps) {
  const { course, lesson } = props
  const queries = useQueryClient()
  return (
    <Boundary
      onFault={(thrown) => log('error', 'lesson', String(thrown), thrown)}
      fallback={(_, retry) => (
        <article className={styles.pane}>
          <LessonHeader course={course} lesson={lesson} />
          <LessonFailed
            {...props}
            onRetry={() => {
              queries.removeQueries({ queryKey: courseKeys.lesson(lesson.id) })
              retry()
            }}
          />
        </article>
      )}
    >
      <Lesson {...props} />
    </Boundary>
  )
}

interface LessonFailedProps extends Pick<LessonPaneProps, 'course' | 'lesson'> {
  /** The error, if the lesson could not be read. */
  error?: unknown
  busy?: boolean
  onRetry: () => void
}

function LessonFailed({ course, lesson, error, busy = false, onRetry }: LessonFailedProps) {
  const isAway = isSilence(error)
  const next = isAway && lessonAfter(course, lesson.id)
  return (
    <ErrorState
      icon={isAway ? <WifiOff data-quiet /> : <CircleAlert />}
      {...(isAway
        ? needsConnection(lesson.type === 'VIDEO' ? 'This video' : 'This lesson', busy)
        : {
            title: 'Error Loading Lesson',
            message: 'Failed to load lesson. Please try again later.',
          })}
      actions={
        <>
          <Button variant="primary" onClick={onRetry} disabled={busy}>
            Try Again
          </Button>
          {next && <ButtonLink to={lessonPath(course.slug, next.id)}>Next Lesson</ButtonLink>}
        </>
      }
    />
  )
}

/** The title comes from the outline at once; the body follows when it has loaded. */
function Lesson({ course, lesson, onShowShortcuts }: LessonPaneProps) {
  const queries = useQueryClient()
  const body = useQuery(lessonQuery(useData(), lesson.id))
  const heading = useRef<HTMLHeadingElement>(null)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  usePageTitle(`${lesson.title} · ${course.title}`)
  useFocusHeading(heading)
  // The code of the renderer or player loads in parallel with the lesson. The parts below the lesson wait until it is
  // loaded, so that nothing moves.
  const drawn = useLoaded(LESSON_PARTS[lesson.type])
  usePrefetchLesson(body.isSuccess ? lessonAfter(course, lesson.id) : null)

  // The outline shows the lesson as open, but the database returned none: access was revoked in the meantime.
  const lost = body.isSuccess && body.data === null
  useEffect(() => {
    if (lost) void queries.invalidateQueries({ queryKey: courseKeys.outline(course.slug) })
  }, [lost, queries, course.slug])

  if (lost) return <CoursePane course={course} state={{ kind: 'locked', lesson }} />
  const shown = drawn && body.data ? body.data : null
  return (
    <>
      <article className={styles.pane}>
        <LessonHeader course={course} lesson={lesson} headingRef={heading} />
        {shown ? (
          <>
            <LessonPrimary lesson={shown} course={course} />
            <div ref={setPlace} className={styles.steps} />
            <LessonDetails course={course} lesson={shown} />
          </>
        ) : body.isError ? (
          <LessonFailed
            course={course}
            lesson={lesson}
            error={body.error}
            busy={body.isFetching}
            onRetry={() => body.refetch()}
          />
        ) : (
          <LessonBodySkeleton type={lesson.type} />
        )}
      </article>
      {(shown || !body.isError) && (
        <LessonBar
          course={course}
          lesson={lesson}
          ready={shown !== null}
          place={place}
          onShowShortcuts={onShowShortcuts}
        />
      )}
    </>
  )
}
