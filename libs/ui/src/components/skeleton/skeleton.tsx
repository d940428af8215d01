import styles from './skeleton.module.css'

/**
 * A place held for something that is on its way. Give it the size of what comes through `className`,
 * so that nothing moves when it does.
 */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`${styles.skeleton} ${className}`} aria-hidden="true" />
}
