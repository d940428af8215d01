import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import styles from './watched-ring.module.css'

/** A ring that shows how much of a video was watched, in whole percent. */
export function WatchedRing({ percent }: { percent: number }) {
  return (
    <>
      <svg className={styles.ring} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <circle cx="10" cy="10" r="8" />
        <circle cx="10" cy="10" r="8" pathLength="100" strokeDasharray={`${percent} 100`} />
      </svg>
      <VisuallyHidden>{percent}% watched</VisuallyHidden>
    </>
  )
}
