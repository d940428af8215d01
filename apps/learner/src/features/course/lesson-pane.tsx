import { courseKeys } from '@rookies/data/course-viewing/keys'
import { lessonAfter } from '@rookies/data/course-viewing/lesson-order'
import { lessonQuery } from '@rookies/data/course-viewing/lesson-query'
import type { CourseOutline, OutlineLesson } from '@rookies/data/course-viewing/outline'
import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useData } from '../../shared/data-context'
import { usePart } from '../../shared/lazy-part'
import { useArrival } from '../../shared/use-arrival'
import { usePageTitle } from '../../shared/use-page-title'
import { Button } from '../../ui/button'
import { CoursePane } from './course-pane'
import { LessonActions } from './lesson-actions'
import { LessonBodySkeleton } from './lesson-body-skeleton'
import { LessonDetails } from './lesson-details'
import { LessonHeader } from './lesson-header'
import styles from './lesson-pane.module.css'
import { LessonPrimary } from './lesson-primary'
import { markdown } from './markdown'
import { usePrefetchLesson } from './use-prefetch-lesson'
import { videoLesson } from './video/video-part'

interface LessonPaneProps {
  course: CourseOutline
  lesson: OutlineLesson
  onShowShortcuts: () => void
}

/** One lesson. What cannot be shown of it takes neither the outline nor the page along. */
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

interface LessonFailedProps {
  busy?: boolean
  onRetry: () => void
}

function LessonFailed({ busy = false, onRetry }: LessonFailedProps) {
  return (
    <ErrorState
      icon={<CircleAlert />}
      title="Error Loading Lesson"
      message="Failed to load lesson. Please try again later."
      actions={
        <Button variant="primary" onClick={onRetry} disabled={busy}>
          Try Again
        </Button>
      }
    />
  )
}

/** Its title at once from the outline, its body as soon as it is there. */
function Lesson({ course, lesson, onShowShortcuts }: LessonPaneProps) {
  const queries = useQueryClient()
  const body = useQuery(lessonQuery(useData(), lesson.id))
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(`${lesson.title} · ${course.title}`)
  useArrival(heading)
  // The reader's code comes along with the text, and the player's with the video; what follows them
  // waits for it, and stays put.
  const isText = lesson.type === 'TEXT'
  const readable = usePart(markdown, isText) !== null || !isText
  const isVideo = lesson.type === 'VIDEO'
  const playable = usePart(videoLesson, isVideo) !== null || !isVideo
  usePrefetchLesson(body.isSuccess ? lessonAfter(course, lesson.id) : null)

  // The outline said it opens and the database says it does not: access has just been taken away.
  const lost = body.isSuccess && body.data === null
  useEffect(() => {
    if (lost) void queries.invalidateQueries({ queryKey: courseKeys.outline(course.slug) })
  }, [lost, queries, course.slug])

  if (lost) return <CoursePane course={course} state={{ kind: 'locked', lesson }} />
  return (
    <article className={styles.pane}>
      <LessonHeader course={course} lesson={lesson} headingRef={heading} />
      {body.data && readable && playable ? (
        <>
          <LessonPrimary lesson={body.data} course={course} />
          <LessonActions course={course} lesson={lesson} onShowShortcuts={onShowShortcuts} />
          <LessonDetails course={course} lesson={body.data} />
        </>
      ) : body.isError ? (
        <LessonFailed busy={body.isFetching} onRetry={() => body.refetch()} />
      ) : (
        <LessonBodySkeleton type={lesson.type} />
      )}
    </article>
  )
}
