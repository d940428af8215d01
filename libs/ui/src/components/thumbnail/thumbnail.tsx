import { useState } from 'react'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import { ART_HEIGHT, ART_WIDTH, artwork } from './artwork'
import { coverAddress } from './cover-address'
import styles from './thumbnail.module.css'

interface ThumbnailProps {
  /** The title of the course, from which the artwork is made. */
  title: string
  /**
   * The address of a picture, or `covers/…` for an uploaded one (rules/files#truth). Without it, or if the picture
   * does not load, artwork is shown.
   */
  src?: string | null
  /** True if the picture may load when it is near the screen. */
  lazy?: boolean
}

/** The picture of a course, always with the same aspect ratio. Screen readers read artwork as `No thumbnail`. */
export function Thumbnail({ title, src, lazy = true }: ThumbnailProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (!src || failed === src) {
    return (
      <span className={styles.frame}>
        <Artwork title={title} />
        <VisuallyHidden>No thumbnail</VisuallyHidden>
      </span>
    )
  }
  return (
    <span className={styles.frame}>
      <img
        className={styles.picture}
        src={coverAddress(src)}
        alt=""
        width={ART_WIDTH}
        height={ART_HEIGHT}
        loading={lazy ? 'lazy' : 'eager'}
        decoding="async"
        onError={() => setFailed(src)}
      />
    </span>
  )
}

function Artwork({ title }: { title: string }) {
  const { ground, shapes } = artwork(title)
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${ART_WIDTH} ${ART_HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect width={ART_WIDTH} height={ART_HEIGHT} fill={ground} />
      {shapes.map(({ d, fill }) => (
        <path key={d + fill} d={d} fill={fill} />
      ))}
    </svg>
  )
}
