import { LIBRARY_PATH } from '@rookies/data/access/home'
import { lessonsInOrder } from '@rookies/data/course-viewing/lesson-order'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { progressPercent } from '@rookies/data/progress/percent'
import { ProgressBar } from '@rookies/ui/components/progress-bar/progress-bar'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { OutlineModule } from './outline-module'
import styles from './outline-nav.module.css'

interface OutlineNavProps {
  course: CourseOutline
  lessonId: string | undefined
}

/** What the course consists of, how far the person is, and the way back to the library. */
export function OutlineNav({ course, lessonId }: OutlineNavProps) {
  const lessons = lessonsInOrder(course)
  const done = lessons.filter((lesson) => lesson.done).length
  const percent = progressPercent(done, lessons.length)
  const nav = useRef<HTMLElement>(null)

  useEffect(() => {
    if (lessonId) bringIntoView(nav.current)
  }, [lessonId])

  return (
    <nav ref={nav} className={styles.nav} aria-label="Lessons">
      <Link to={LIBRARY_PATH} className={styles.back}>
        <ArrowLeft aria-hidden="true" />
        Back to library
      </Link>
      <p className={styles.title}>{course.title}</p>
      {lessons.length > 0 && (
        <div className={styles.progress}>
          <ProgressBar percent={percent} label="Course progress" />
          <p>
            <span>
              {done} of {lessons.length} lessons
            </span>
            <span>{percent}%</span>
          </p>
        </div>
      )}
      {course.modules.map((module) => (
        <OutlineModule key={module.id} course={course} module={module} lessonId={lessonId} />
      ))}
    </nav>
  )
}

/** Moves the outline, and never the page, until the current lesson is in view. */
function bringIntoView(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current="page"]')
  const scroller = nav?.parentElement
  if (!current || !scroller) return
  const row = current.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  if (row.top >= view.top && row.bottom <= view.bottom) return
  scroller.scrollTop += row.top - view.top - view.height / 3
}
