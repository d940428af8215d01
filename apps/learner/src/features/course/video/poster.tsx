import { lessonDuration } from '@rookies/data/course-viewing/duration'
import { Thumbnail } from '@rookies/ui/components/thumbnail/thumbnail'
import { Play } from 'lucide-react'
import styles from './poster.module.css'

interface CoverProps {
  course: { title: string; thumbnail_url: string | null }
}

interface PosterProps extends CoverProps {
  /** The title of the lesson. */
  title: string
  /** The length in seconds, 0 if unknown. */
  seconds: number
  /** The second where the person stopped; null to start from the beginning. */
  resumeSec: number | null
  /** The share that was watched, from 0 to 1; null if unknown. */
  share: number | null
  onPlay: () => void
}

/**
 * Shown instead of the player until a press, before which nothing is requested from the provider
 * (rules/learning#poster).
 */
export function Poster({ course, title, seconds, resumeSec, share, onPlay }: PosterProps) {
  const length = lessonDuration(seconds)
  const place = resumeSec === null ? null : lessonDuration(resumeSec)
  const act = place ? `Resume at ${place}` : 'Play'
  return (
    <button
      type="button"
      className={styles.poster}
      aria-label={`${act}: ${title}${length ? `, length ${length}` : ''}`}
      onClick={onPlay}
    >
      <Cover course={course} />
      <span className={styles.sign}>
        <Play aria-hidden="true" />
      </span>
      <span className={styles.text}>
        <span className={styles.act}>{act}</span>
        {length && <span>{length}</span>}
      </span>
      {share !== null && share > 0 && (
        <progress className={styles.share} value={share} aria-hidden="true" />
      )}
    </button>
  )
}

function Cover({ course }: CoverProps) {
  return (
    <span className={styles.cover}>
      <Thumbnail title={course.title} src={course.thumbnail_url} lazy={false} />
    </span>
  )
}

/** The poster's picture, which covers a player that has not answered yet. It cannot be pressed. */
export function PosterCover({ course }: CoverProps) {
  return (
    <div className={styles.opening} aria-hidden="true">
      <Cover course={course} />
      <span className={styles.waiting} />
    </div>
  )
}
