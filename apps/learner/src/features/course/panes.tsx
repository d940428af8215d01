import { can } from '@rookies/data/access/can'
import { LIBRARY_PATH } from '@rookies/data/access/home'
import { firstUnfinished } from '@rookies/data/course-viewing/next-opening'
import {
  type CourseOutline,
  isShut,
  type OutlineLesson,
} from '@rookies/data/course-viewing/outline'
import { paneMessages } from '@rookies/data/course-viewing/pane-messages'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import type { ViewerState } from '@rookies/data/course-viewing/viewer-state'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Hourglass, Lock, Sprout } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { LazyPart } from '../../shared/lazy-part'
import { OptionalPart } from '../../shared/optional-section'
import { useBoot } from '../../shared/use-boot'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { ButtonAnchor, ButtonLink } from '../../ui/button'
import { useNow } from '../../ui/use-now'
import type { OwnWorkProps } from './assignment/own-work'
import type { OwnRunsProps } from './exercise/own-runs'
import { Opens } from './openings'
import styles from './panes.module.css'
import { QuestionsSection } from './questions/questions-section'

const ownWork = new LazyPart<OwnWorkProps>(() => import('./assignment/own-work'))
const ownRuns = new LazyPart<OwnRunsProps>(() => import('./exercise/own-runs'))

interface OfCourse {
  course: CourseOutline
}

export interface CoursePanesProps extends OfCourse {
  state: Exclude<ViewerState, { kind: 'redirect' | 'lesson' }>
}

/** The messages that are shown if there is no lesson to show. */
export default function CoursePanes({ course, state }: CoursePanesProps) {
  switch (state.kind) {
    case 'no-modules':
      return <Unfinished course={course} message={paneMessages.noModules} />
    case 'no-lessons':
      return <Unfinished course={course} message={paneMessages.noLessons} />
    case 'no-access':
      return <CourseDenied course={course} />
    case 'welcome':
      return <WelcomeToCourse course={course} />
    case 'locked':
      return (
        <>
          {isShut(state.lesson) ? (
            <LessonShut course={course} lesson={state.lesson} />
          ) : (
            <LessonLocked course={course} lesson={state.lesson} />
          )}
          {state.lesson.type === 'ASSIGNMENT' && (
            <OptionalPart
              subject="What you handed in"
              part={ownWork}
              props={{ lessonId: state.lesson.id }}
            />
          )}
          {state.lesson.type === 'EXERCISE' && (
            <OptionalPart
              subject="What you handed in"
              part={ownRuns}
              props={{ lessonId: state.lesson.id }}
            />
          )}
          <StaffQuestions key={state.lesson.id} lesson={state.lesson} />
        </>
      )
  }
}

/** Shows staff the question that the address names, even if its lesson is closed to them (rules/questions#audience). */
function StaffQuestions({ lesson }: { lesson: OutlineLesson }) {
  if (!can(useBoot()?.permissions, 'questions', 'list')) return null
  return (
    <div className={styles.questions}>
      <QuestionsSection lesson={lesson} closed />
    </div>
  )
}

/** A message that is shown instead of a lesson. */
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

/** Leads to the first lesson that is open and not completed, if there is one. */
function Continue({ course }: OfCourse) {
  const open = firstUnfinished(course)
  if (!open) return null
  return (
    <ButtonLink variant="primary" to={lessonPath(course.slug, open.id)}>
      <span>
        Continue with <bdi>{open.title}</bdi>
      </span>
    </ButtonLink>
  )
}

function WelcomeToCourse({ course }: OfCourse) {
  return (
    <Pane title={course.title}>
      <EmptyState
        level={1}
        icon={<Sprout />}
        title={`Welcome to ${course.title}`}
        actions={<Continue course={course} />}
      >
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
      <AccessRequired course={course} subject={lesson.title} message={paneMessages.lessonDenied} />
    </Pane>
  )
}

/** Shown for a lesson that the schedule of a cohort has not opened yet (rules/cohorts#schedule). */
function LessonShut({ course, lesson }: OfCourse & { lesson: OutlineLesson }) {
  const now = useNow()
  const { opens_at } = lesson
  return (
    <Pane title={lesson.title}>
      <EmptyState
        level={1}
        icon={<Hourglass />}
        title={lesson.title}
        actions={
          <>
            <Continue course={course} />
            <ToLibrary />
          </>
        }
      >
        <p className={styles.subject}>
          <Opens at={opens_at} zone={course.time_zone} until />
        </p>
        <p>{shutMessage(opens_at ?? null, now)}</p>
      </EmptyState>
    </Pane>
  )
}

function shutMessage(opensAt: string | null, now: number): string {
  if (opensAt === null) return 'Nothing more opens while you pause. What is open stays open.'
  if (Date.parse(opensAt) > now) return 'This page opens the lesson by itself then.'
  return 'It opens in a moment. Without a connection, it opens when the connection returns.'
}

/** Shown for a course in which this person may open nothing. */
function CourseDenied({ course }: OfCourse) {
  return (
    <Pane title={course.title}>
      <AccessRequired course={course} subject={course.title} message={paneMessages.courseDenied} />
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
