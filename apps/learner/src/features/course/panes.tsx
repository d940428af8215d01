import { LIBRARY_PATH } from '@rookies/data/access/home'
import { courseMessages } from '@rookies/data/course-viewing/messages'
import type { CourseOutline, OutlineLesson } from '@rookies/data/course-viewing/outline'
import type { ViewerState } from '@rookies/data/course-viewing/viewer-state'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Hourglass, Lock, Sprout } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useBoot } from '../../shared/use-boot'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { ButtonAnchor, ButtonLink } from '../../ui/button'
import styles from './panes.module.css'

interface OfCourse {
  course: CourseOutline
}

export interface CoursePanesProps extends OfCourse {
  state: Exclude<ViewerState, { kind: 'redirect' | 'lesson' }>
}

/** The messages that stand in place of a lesson if there is none to show. */
export default function CoursePanes({ course, state }: CoursePanesProps) {
  switch (state.kind) {
    case 'no-modules':
      return <Unfinished course={course} message={courseMessages.noModules} />
    case 'no-lessons':
      return <Unfinished course={course} message={courseMessages.noLessons} />
    case 'no-access':
      return <CourseDenied course={course} />
    case 'welcome':
      return <WelcomeToCourse course={course} />
    case 'locked':
      return <LessonLocked course={course} lesson={state.lesson} />
  }
}

/** A message in place of a lesson. */
function Pane({ title, children }: { title: string; children: ReactNode }) {
  const pane = useRef<HTMLDivElement>(null)
  usePageTitle(title)
  useFocusHeading(pane)
  return (
    <div ref={pane} tabIndex={-1} className={styles.pane}>
      {children}
    </div>
  )
}

function ToLibrary() {
  return <ButtonLink to={LIBRARY_PATH}>Back to library</ButtonLink>
}

function WelcomeToCourse({ course }: OfCourse) {
  return (
    <Pane title={course.title}>
      <EmptyState level={1} icon={<Sprout />} title={`Welcome to ${course.title}`}>
        <p className={styles.beside}>Select a lesson from the sidebar to get started.</p>
        <p className={styles.above}>Open the outline above and select a lesson to get started.</p>
      </EmptyState>
    </Pane>
  )
}

function Unfinished({ course, message }: OfCourse & { message: string }) {
  return (
    <Pane title={course.title}>
      <EmptyState level={1} icon={<Hourglass />} title={course.title} actions={<ToLibrary />}>
        <p>{message}</p>
      </EmptyState>
    </Pane>
  )
}

/** Shown for a lesson that this person may not open. */
function LessonLocked({ course, lesson }: OfCourse & { lesson: OutlineLesson }) {
  return (
    <Pane title={lesson.title}>
      <AccessRequired
        course={course}
        subject={lesson.title}
        message={courseMessages.lessonDenied}
      />
    </Pane>
  )
}

/** Shown for a course in which this person may open nothing. */
function CourseDenied({ course }: OfCourse) {
  return (
    <Pane title={course.title}>
      <AccessRequired
        course={course}
        subject={course.title}
        message={courseMessages.courseDenied}
      />
    </Pane>
  )
}

interface AccessRequiredProps extends OfCourse {
  subject: string
  message: string
}

/** Says why there is no access, for example because it has expired, and whom to ask. */
function AccessRequired({ course, subject, message }: AccessRequiredProps) {
  const contact = useBoot()?.settings.contact_email
  return (
    <EmptyState
      level={1}
      icon={<Lock />}
      title="Access required"
      actions={
        <>
          {contact && (
            <ButtonAnchor
              variant="primary"
              href={`mailto:${contact}?subject=${encodeURIComponent(`Access to ${course.title}`)}`}
            >
              Contact support
            </ButtonAnchor>
          )}
          <ToLibrary />
        </>
      }
    >
      <p className={styles.subject}>{subject}</p>
      {course.ended && <p>Your access to this course has ended.</p>}
      <p>{message}</p>
    </EmptyState>
  )
}
