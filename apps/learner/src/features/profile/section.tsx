import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: string
  lead: ReactNode
  /** True if the actions of this section cannot be undone. */
  danger?: boolean
  children: ReactNode
}

/** One section of the profile: the title and description, with the controls beside them. */
export function Section({ title, lead, danger = false, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={danger ? `${styles.section} ${styles.danger}` : styles.section}
    >
      <div className={styles.about}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <div className={styles.lead}>{lead}</div>
      </div>
      <div className={styles.card}>{children}</div>
    </section>
  )
}
