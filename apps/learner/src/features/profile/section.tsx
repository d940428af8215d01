import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

interface SectionProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

/** One subject of the profile: what it is about, and beside it what can be done. */
export function Section({ title, lead, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
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
