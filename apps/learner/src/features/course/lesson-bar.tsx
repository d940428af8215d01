import { LazyPart, usePart } from '../../shared/lazy-part'
import { OptionalSection } from '../../shared/optional-section'
import type { LessonActionsProps } from './lesson-actions'
import styles from './lesson-bar.module.css'

const actions = new LazyPart<LessonActionsProps>(() => import('./lesson-actions'))
// The code of the bar loads in parallel with the lesson.
actions.preload()

interface LessonBarProps extends Omit<LessonActionsProps, 'lesson'> {
  /** Null while the lesson loads; the bar keeps its place. */
  lesson: LessonActionsProps['lesson'] | null
}

/** The actions of a lesson, at the lower edge of the window. */
export function LessonBar(props: LessonBarProps) {
  return (
    <OptionalSection subject="The buttons of this lesson" className={styles.bar}>
      <Bar {...props} />
    </OptionalSection>
  )
}

function Bar({ lesson, ...rest }: LessonBarProps) {
  const Actions = usePart(actions)
  if (Actions && lesson) return <Actions {...rest} lesson={lesson} />
  return <div className={styles.bar} data-edge="bar" />
}
