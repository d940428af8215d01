import { Beside } from '../../shared/beside'
import { LazyPart, usePart } from '../../shared/lazy-part'
import type { LessonActionsProps } from './lesson-actions'
import styles from './lesson-bar.module.css'

const actions = new LazyPart<LessonActionsProps>(() => import('./lesson-actions'))
// Beside the lesson it is for, and not after it.
actions.preload()

interface LessonBarProps extends Omit<LessonActionsProps, 'lesson'> {
  /** Null while it is on the way: its place is kept. */
  lesson: LessonActionsProps['lesson'] | null
}

/** What one does with a lesson, at the lower edge of the window, wherever the person is in it. */
export function LessonBar(props: LessonBarProps) {
  return (
    <Beside what="The buttons of this lesson" className={styles.bar}>
      <Bar {...props} />
    </Beside>
  )
}

function Bar({ lesson, ...rest }: LessonBarProps) {
  const Actions = usePart(actions)
  if (Actions && lesson) return <Actions {...rest} lesson={lesson} />
  return <div className={styles.bar} data-edge="bar" />
}
