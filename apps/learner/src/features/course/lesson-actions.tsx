import { LIBRARY_PATH } from '@rookies/data/access/home'
import {
  lessonAfter,
  lessonBefore,
  lessonsInOrder,
} from '@rookies/data/course-viewing/lesson-order'
import type { CourseOutline, OutlineLesson } from '@rookies/data/course-viewing/outline'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import { recordsProgress } from '@rookies/data/course-viewing/preview'
import { completions } from '@rookies/data/progress/outbox/overlay'
import {
  ArrowLeft,
  ArrowRight,
  CircleCheck,
  EllipsisVertical,
  Keyboard,
  PartyPopper,
  Undo2,
} from 'lucide-react'
import { useRef } from 'react'
import { useWaiting } from '../../shared/use-waiting'
import { Button, ButtonLink } from '../../ui/button'
import { Menu, type MenuItem } from '../../ui/menu'
import { QueuedHint } from '../../ui/queued-hint'
import styles from './lesson-actions.module.css'
import { useCompletion } from './use-completion'
import { useShortcuts } from './use-shortcuts'

interface LessonActionsProps {
  course: CourseOutline
  lesson: OutlineLesson
  onShowShortcuts: () => void
}

/** Done, and on to the next one. */
export function LessonActions({ course, lesson, onShowShortcuts }: LessonActionsProps) {
  const changeCompletion = useCompletion(course.slug)
  const { entries, offline } = useWaiting()
  const queued = completions(entries).some(({ lessonId }) => lessonId === lesson.id)
  const next = lessonAfter(course, lesson.id)
  const previous = lessonBefore(course, lesson.id)
  const button = useRef<HTMLButtonElement>(null)
  const onward = useRef<HTMLDivElement>(null)
  const finished = lessonsInOrder(course).every((candidate) => candidate.done)
  const records = recordsProgress(course)

  const markComplete = () => {
    changeCompletion(lesson, true)
    // The button is about to be disabled: keep the keyboard where the way goes on.
    if (document.activeElement === button.current) {
      onward.current?.querySelector<HTMLElement>('a:last-of-type')?.focus()
    }
  }

  useShortcuts(records && !lesson.done ? { m: markComplete } : {})

  const options: MenuItem[] = []
  if (records && lesson.done) {
    options.push({
      kind: 'action',
      label: 'Mark as not complete',
      icon: <Undo2 />,
      onSelect: () => changeCompletion(lesson, false),
    })
  }
  // A device without a mouse or a touchpad hardly has keys either.
  if (matchMedia('(any-pointer: fine)').matches) {
    options.push({
      kind: 'action',
      label: 'Keyboard shortcuts',
      icon: <Keyboard />,
      onSelect: onShowShortcuts,
    })
  }

  return (
    <div className={styles.actions}>
      <div className={styles.own}>
        {records && (
          <Button
            ref={button}
            variant={lesson.done ? 'secondary' : 'primary'}
            disabled={lesson.done}
            onClick={markComplete}
            aria-keyshortcuts="m"
          >
            {lesson.done && <CircleCheck aria-hidden="true" />}
            {lesson.done ? 'Completed' : 'Mark As Complete'}
          </Button>
        )}
        {options.length > 0 && (
          <Menu
            label="Lesson options"
            trigger={<EllipsisVertical aria-hidden="true" />}
            opens="up"
            align="start"
            items={options}
          />
        )}
        {records && <QueuedHint shown={queued && offline} />}
      </div>
      <div ref={onward} className={styles.onward}>
        {previous && (
          <ButtonLink
            to={lessonPath(course.slug, previous.id)}
            aria-label="Previous Lesson"
            aria-keyshortcuts="p"
          >
            <ArrowLeft aria-hidden="true" />
          </ButtonLink>
        )}
        {next ? (
          <ButtonLink
            variant={lesson.done || !records ? 'primary' : 'secondary'}
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
      {finished && !next && (
        <p className={styles.finished}>
          <PartyPopper aria-hidden="true" />
          You have completed every lesson of this course.
        </p>
      )}
    </div>
  )
}
