import type { OutlineLesson } from '@rookies/data/course-viewing/outline'
import styles from './lesson-bar.module.css'

/** Returns the props of a lesson's bar, which sticks to the lower edge unless it would cover the lesson's buttons. */
export const lessonBarProps = ({ type }: Pick<OutlineLesson, 'type'>) =>
  type === 'EXERCISE'
    ? { className: `${styles.bar} ${styles.still}` }
    : { className: styles.bar, 'data-edge': 'bar' }
