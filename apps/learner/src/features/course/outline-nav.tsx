import { LIBRARY_PATH } from '@rookies/data/access/home'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { CourseProgress } from './course-progress'
import { OutlineModule } from './outline-module'
import styles from './outline-nav.module.css'
import { useDrawnLessons } from './use-drawn-lessons'
import { useOutlineLinks } from './use-outline-links'

interface OutlineNavProps {
  course: CourseOutline
  lessonId: string | undefined
  /** The button that closes the outline, if it can be closed. */
  close?: ReactNode
}

/** The outline of a course. The modules scroll below its head: the link back, the title and the progress. */
export function OutlineNav({ course, lessonId, close }: OutlineNavProps) {
  const list = useRef<HTMLElement>(null)
  const links = useOutlineLinks()
  const { modules } = course
  const current = modules.findIndex(({ lessons }) => lessons.some(({ id }) => id === lessonId))
  const drawn = useDrawnLessons(modules, lessonId)

  useEffect(() => {
    if (lessonId) scrollToCurrent(list.current)
  }, [lessonId])

  return (
    <div className={styles.outline}>
      <div className={styles.head}>
        <div className={styles.top}>
          <Link to={LIBRARY_PATH} className={styles.back}>
            <ArrowLeft aria-hidden="true" />
            Back to library
          </Link>
          {close}
        </div>
        <p className={styles.title} title={course.title}>
          {course.title}
        </p>
        <CourseProgress course={course} />
      </div>
      <nav ref={list} className={styles.list} aria-label="Lessons" {...links}>
        {modules.map((module, at) => {
          const [from, to] = drawn(at)
          return (
            <OutlineModule
              key={module.id}
              slug={course.slug}
              entitled={course.entitled || course.staff}
              zone={course.time_zone}
              module={module}
              lessonId={at === current ? lessonId : undefined}
              from={from}
              to={to}
            />
          )
        })}
      </nav>
    </div>
  )
}

/** Scrolls the outline, not the page, until the current lesson is in view. */
function scrollToCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector('[aria-current="page"]')
  // In a window too low for a fixed head, the whole outline scrolls.
  const scroller = list && list.scrollHeight > list.clientHeight ? list : list?.parentElement
  if (!current || !scroller) return
  const row = current.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  if (row.top >= view.top && row.bottom <= view.bottom) return
  scroller.scrollTop += row.top - view.top - view.height / 3
}
