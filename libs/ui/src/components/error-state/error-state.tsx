import type { ReactNode } from 'react'
import styles from './error-state.module.css'

interface ErrorStateProps {
  /** An icon of the one set, as decoration. */
  icon: ReactNode
  title: string
  message?: string
  /** The heading's level, 2 unless the page needs another. */
  level?: 1 | 2 | 3
  /** Buttons and links that lead on. */
  actions?: ReactNode
  /** What helps support: shown on demand. */
  debug?: Record<string, string>
}

/** Something went wrong: what, in words, and a way on. Announced when it appears. */
export function ErrorState({ icon, title, message, level = 2, actions, debug }: ErrorStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {message && <p className={styles.text}>{message}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
      {debug && (
        <details className={styles.debug}>
          <summary>Debug information</summary>
          <dl>
            {Object.entries(debug).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}
