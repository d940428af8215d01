import { LIBRARY_PATH } from '@rookies/data/access/home'
import { lessonAfter, lessonsInOrder } from '@rookies/data/courses/lesson-order'
import type { CourseOutline, OutlineLesson } from '@rookies/data/courses/outline'
import { lessonPath } from '@rookies/data/courses/paths'
import { ArrowRight, CircleCheck, EllipsisVertical, PartyPopper, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { Button, ButtonLink } from '../../ui/button'
import { Menu } from '../../ui/menu'
import styles from './lesson-actions.module.css'
import { useCompletion } from './use-completion'

interface LessonActionsProps {
  course: CourseOutline
  lesson: OutlineLesson
}

/** Done, and on to the next one. */
export function LessonActions({ course, lesson }: LessonActionsProps) {
  const { complete, undo } = useCompletion(course.slug)
  const next = lessonAfter(course, lesson.id)
  const onward = useRef<HTMLDivElement>(null)
  const finished = lessonsInOrder(course).every((candidate) => candidate.done)
  // In preview nothing is recorded (decisions §5).
  const records = course.entitled || !course.can_preview

  const markComplete = () => {
    complete(lesson)
    // The button is about to be disabled: keep the keyboard where the way goes on.
    onward.current?.querySelector('a')?.focus()
  }

  return (
    <div className={styles.actions}>
      {records && (
        <div className={styles.own}>
          <Button
            look={lesson.done ? 'secondary' : 'primary'}
            disabled={lesson.done}
            onClick={markComplete}
          >
            {lesson.done && <CircleCheck aria-hidden="true" />}
            {lesson.done ? 'Completed' : 'Mark As Complete'}
          </Button>
          {lesson.done && (
            <Menu
              label="Lesson options"
              trigger={<EllipsisVertical aria-hidden="true" />}
              opens="up"
              items={[
                {
                  kind: 'action',
                  label: 'Mark as not complete',
                  icon: <Undo2 />,
                  onSelect: () => undo(lesson),
                },
              ]}
            />
          )}
        </div>
      )}
      <div ref={onward} className={styles.onward}>
        {next ? (
          <ButtonLink
            look={lesson.done || !records ? 'primary' : 'secondary'}
            to={lessonPath(course.slug, next.id)}
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
