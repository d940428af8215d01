import { LIBRARY_PATH } from '@rookies/data/access/home'
import { milestoneOf } from '@rookies/data/course-viewing/milestone'
import {
  type CourseOutline,
  lessonAfter,
  type OutlineLesson,
} from '@rookies/data/course-viewing/outline'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import { isCompletedByHand, recordsProgress } from '@rookies/data/course-viewing/viewer-state'
import { completions } from '@rookies/data/progress/overlay'
import { ArrowRight, CircleCheck, EllipsisVertical, Keyboard, Undo2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { useOutboxState } from '../../shared/use-outbox-state'
import { Button, ButtonLink } from '../../ui/button'
import { Menu, type MenuItem } from '../../ui/menu'
import { QueuedHint } from '../../ui/queued-hint'
import styles from './lesson-bar.module.css'
import { lessonBarProps } from './lesson-bar-place'
import { MilestoneSlot, milestonePart } from './milestone-slot'
import { Opening } from './opening-part'
import { useCompletion } from './use-completion'
import { useShortcuts } from './use-shortcuts'

/** Milliseconds after a change in which shortcuts do nothing: nobody can have seen it yet (rules/interface#presses). */
const IGNORED_MS = 500
/** Returns the time in ms by the clock of animations, because an animation decides when the buttons work again. */
const clock = () => Number(document.timeline?.currentTime ?? performance.now())

export interface LessonActionsProps {
  course: CourseOutline
  lesson: OutlineLesson
  /** The element below the lesson that holds the buttons Mark As Complete and Next Lesson. */
  place: HTMLElement | null
  onShowShortcuts: () => void
}

/**
 * The buttons below a lesson, and the bar with the button that completes the lesson and opens the next one. Above the
 * bar the end of a module or course is announced.
 */
export default function LessonActions(props: LessonActionsProps) {
  const { course, lesson, place, onShowShortcuts } = props
  const changeCompletion = useCompletion(course.slug)
  const navigate = useNavigate()
  const { entries, offline } = useOutboxState()
  const queued = completions(entries).some(({ lessonId }) => lessonId === lesson.id)
  const next = lessonAfter(course, lesson.id)
  const button = useRef<HTMLButtonElement>(null)
  const onward = useRef<HTMLDivElement>(null)
  const recordsCompletion = recordsProgress(course)
  const isByHand = isCompletedByHand(course, lesson)
  const canComplete = isByHand && !lesson.done
  // The bar then has the button to continue, and the link below the lesson skips it without completing it
  // (rules/learning#milestones).
  const onBar = canComplete && next

  // The end of a module or course is announced only if its last lesson was not completed when the person opened it
  // (rules/learning#milestones).
  const [wasOpen, setWasOpen] = useState(!lesson.done)
  if (!lesson.done && !wasOpen) setWasOpen(true)
  const [byHand, setByHand] = useState(false)
  const milestone = recordsCompletion && wasOpen ? milestoneOf(course, lesson.id) : null
  const hasMilestone = milestone !== null
  useEffect(() => {
    if (hasMilestone) milestonePart.preload()
  }, [hasMilestone])

  const markComplete = () => {
    changeCompletion(lesson, true)
    setByHand(true)
    // The pressed button is about to be disabled, so the focus moves to the button that continues.
    if (document.activeElement === button.current) {
      onward.current?.querySelector<HTMLElement>('a:last-of-type')?.focus()
    }
  }
  const openNext = () => {
    if (next) navigate(lessonPath(course.slug, next.id))
  }
  const completeAndContinue = () => {
    markComplete()
    // The end of a module or course is announced before the next lesson opens.
    if (!milestone) openNext()
  }

  // A shortcut that is pressed before the person has seen a change would do something that they do not expect.
  const shown = useRef({ canComplete, since: 0 })
  useLayoutEffect(() => {
    shown.current = { canComplete, since: clock() }
  }, [canComplete])
  const whenSeen = (act: () => void) => () => {
    if (clock() - shown.current.since >= IGNORED_MS) act()
  }
  useShortcuts(
    canComplete
      ? { m: whenSeen(markComplete), c: whenSeen(completeAndContinue) }
      : isByHand
        ? { c: whenSeen(openNext) }
        : {},
  )

  const options: MenuItem[] = []
  if (isByHand && lesson.done) {
    options.push({
      kind: 'action',
      label: 'Mark as not complete',
      icon: <Undo2 />,
      onSelect: () => changeCompletion(lesson, false),
    })
  }
  // A device without a mouse or a touchpad rarely has a keyboard.
  if (matchMedia('(any-pointer: fine)').matches) {
    options.push({
      kind: 'action',
      label: 'Keyboard shortcuts',
      icon: <Keyboard />,
      onSelect: onShowShortcuts,
    })
  }

  const steps = (
    <>
      {isByHand && <QueuedHint shown={queued && offline} />}
      {isByHand && (
        <Button
          writes
          ref={button}
          variant={canComplete && !next ? 'primary' : 'secondary'}
          disabled={lesson.done}
          onClick={markComplete}
          aria-keyshortcuts="m"
        >
          {lesson.done && <CircleCheck aria-hidden="true" />}
          {lesson.done ? 'Completed' : 'Mark As Complete'}
        </Button>
      )}
      <div ref={onward}>
        {next ? (
          <ButtonLink
            variant={onBar ? 'quiet' : recordsCompletion && !lesson.done ? 'secondary' : 'primary'}
            to={lessonPath(course.slug, next.id)}
            aria-keyshortcuts="n"
          >
            Next Lesson
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
        ) : (
          <ButtonLink to={LIBRARY_PATH}>Back to library</ButtonLink>
        )}
      </div>
      {!next && course.time_zone && <Opening course={course} next />}
    </>
  )
  const menu = options.length > 0 && (
    <Menu
      label="Lesson options"
      trigger={<EllipsisVertical aria-hidden="true" />}
      opens="up"
      align="start"
      items={options}
    />
  )
  return (
    <>
      <MilestoneSlot course={course} milestone={lesson.done ? milestone : null} byHand={byHand} />
      {place &&
        createPortal(
          <>
            {steps}
            {!onBar && menu}
          </>,
          place,
        )}
      {onBar && (
        <div {...lessonBarProps(lesson)}>
          <div className={styles.actions}>
            {menu}
            <Button writes variant="primary" onClick={completeAndContinue} aria-keyshortcuts="c">
              Complete and continue
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
