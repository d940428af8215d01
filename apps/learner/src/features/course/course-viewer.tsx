import type { CourseOutline } from '@rookies/data/courses/outline'
import { lessonPath } from '@rookies/data/courses/paths'
import { viewerState } from '@rookies/data/courses/viewer-state'
import { Navigate } from 'react-router-dom'
import styles from './course-viewer.module.css'
import { LessonPane } from './lesson-pane'
import { OutlineNav } from './outline-nav'
import { OutlineSheet } from './outline-sheet'
import { CourseDenied, LessonLocked, NoLessons, NoModules, WelcomeToCourse } from './panes'

interface CourseViewerProps {
  course: CourseOutline
  /** From the address; undefined on the course's own address. */
  lessonId: string | undefined
}

/** Outline on one side, the lesson on the other; on a phone the outline is a sheet. */
export function CourseViewer({ course, lessonId }: CourseViewerProps) {
  const state = viewerState(course, lessonId)
  if (state.kind === 'redirect') {
    return <Navigate to={lessonPath(course.slug, state.lessonId)} replace />
  }
  return (
    <div className={styles.viewer}>
      <aside className={styles.side} aria-label="Course outline">
        <OutlineNav course={course} lessonId={lessonId} />
      </aside>
      <OutlineSheet course={course} lessonId={lessonId} />
      <main className={styles.main}>
        <Pane course={course} state={state} />
      </main>
    </div>
  )
}

type Shown = Exclude<ReturnType<typeof viewerState>, { kind: 'redirect' }>

function Pane({ course, state }: { course: CourseOutline; state: Shown }) {
  switch (state.kind) {
    case 'no-modules':
      return <NoModules course={course} />
    case 'no-lessons':
      return <NoLessons course={course} />
    case 'no-access':
      return <CourseDenied course={course} />
    case 'welcome':
      return <WelcomeToCourse course={course} />
    case 'locked':
      return <LessonLocked course={course} lesson={state.lesson} />
    case 'lesson':
      return <LessonPane key={state.lesson.id} course={course} lesson={state.lesson} />
  }
}
