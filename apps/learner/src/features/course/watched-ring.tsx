import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import styles from './watched-ring.module.css'

/** A ring that is closed as far as a video was watched. `percent`: whole. */
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
