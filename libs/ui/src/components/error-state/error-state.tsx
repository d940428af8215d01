import type { ReactNode } from 'react'
import state from '../empty-state/empty-state.module.css'
import styles from './error-state.module.css'

interface ErrorStateProps {
  /** A Lucide icon, as decoration. */
  icon: ReactNode
  title: string
  message?: string
  /** The level of the heading, 2 by default. */
  level?: 1 | 2 | 3
  /** Buttons and links with which the person can continue. */
  actions?: ReactNode
  /** Details for support, folded at first. */
  debug?: Record<string, string>
}

/** Says what went wrong and how to continue. Screen readers announce it when it appears. */
export function ErrorState({ icon, title, message, level = 2, actions, debug }: ErrorStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={`${state.state} ${styles.wide}`} role="alert">
      <span className={state.icon} data-danger aria-hidden="true">
        {icon}
      </span>
      <Heading className={state.title}>{title}</Heading>
      {message && <p className={state.text}>{message}</p>}
      {actions && <div className={state.actions}>{actions}</div>}
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
