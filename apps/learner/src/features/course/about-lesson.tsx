import { LinkedText } from '../../ui/linked-text'
import styles from './about-lesson.module.css'

/** What a lesson is about, ahead of its text or its notes. */
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
