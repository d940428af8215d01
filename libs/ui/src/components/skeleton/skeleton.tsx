import styles from './skeleton.module.css'

/**
 * A placeholder for content that is loading. Set the size of that content through `className`, so that nothing moves
 * when it arrives.
 */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`${styles.skeleton} ${className}`} aria-hidden="true" />
}
