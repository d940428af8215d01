import type { OutlineLesson } from '@rookies/data/course-viewing/outline'
import styles from './lesson-bar.module.css'

/** Returns the properties of the bar of a lesson: it sticks to the lower edge, except where it would cover buttons. */
export const barOf = ({ type }: Pick<OutlineLesson, 'type'>) =>
  type === 'EXERCISE'
    ? { className: `${styles.bar} ${styles.still}` }
    : { className: styles.bar, 'data-edge': 'bar' }
