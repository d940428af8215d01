import type { OutlineLesson } from '@rookies/data/course-viewing/outline'
import styles from './lesson-bar.module.css'

/**
 * Returns the props of a lesson's bar. The bar sticks to the lower edge of the window, except in lessons whose buttons
 * it would cover.
 */
export const barOf = ({ type }: Pick<OutlineLesson, 'type'>) =>
  type === 'EXERCISE'
    ? { className: `${styles.bar} ${styles.still}` }
    : { className: styles.bar, 'data-edge': 'bar' }
