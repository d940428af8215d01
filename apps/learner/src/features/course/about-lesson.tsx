import { LinkedText } from '../../ui/linked-text'
import styles from './about-lesson.module.css'

/** The description of a lesson, before its text or notes. */
export function AboutLesson({ description }: { description: string | null }) {
  const text = description?.trim()
  return (
    text && (
      <section className={styles.about}>
        <h2>About This Lesson</h2>
        <LinkedText text={text} />
      </section>
    )
  )
}
