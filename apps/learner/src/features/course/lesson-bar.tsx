import { lessonAfter } from '@rookies/data/course-viewing/outline'
import { isCompletedByHand } from '@rookies/data/course-viewing/viewer-state'
import { LazyPart, usePart } from '../../shared/lazy-part'
import { OptionalSection } from '../../shared/optional-section'
import type { LessonActionsProps } from './lesson-actions'
import styles from './lesson-bar.module.css'
import { lessonBarProps } from './lesson-bar-place'

const actions = new LazyPart<LessonActionsProps>(() => import('./lesson-actions'))
// The code of the bar loads in parallel with the lesson.
actions.preload()

interface LessonBarProps extends LessonActionsProps {
  /** False while the lesson loads. The bar is empty then, and has its final size. */
  ready: boolean
}

/** The buttons of a lesson: those below the lesson, and those in the bar at the lower edge of the window. */
export function LessonBar(props: LessonBarProps) {
  return (
    <OptionalSection subject="The lesson actions" className={styles.bar}>
      <Bar {...props} />
    </OptionalSection>
  )
}

function Bar({ ready, ...props }: LessonBarProps) {
  const Actions = usePart(actions)
  if (Actions && ready) return <Actions {...props} />
  const { course, lesson } = props
  const comes = isCompletedByHand(course, lesson) && !lesson.done && lessonAfter(course, lesson.id)
  return comes && <div {...lessonBarProps(lesson)} />
}
