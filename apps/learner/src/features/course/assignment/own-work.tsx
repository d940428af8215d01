import { useId } from 'react'
import styles from './assignment.module.css'
import { Rounds } from './rounds'
import { useAssignment } from './use-assignment'

export interface OwnWorkProps {
  lessonId: string
}

/** Shows a person their rounds although the lesson is closed to them (rules/assignments#rounds). */
export default function OwnWork({ lessonId }: OwnWorkProps) {
  const { known, queued } = useAssignment(lessonId)
  const id = useId()
  if (!known || known.rounds.length === 0) return null
  return (
    <section aria-labelledby={id} className={`${styles.section} ${styles.closed}`}>
      <h2 id={id} className={styles.heading}>
        Your work
      </h2>
      <Rounds assignment={known} queued={queued} />
    </section>
  )
}
