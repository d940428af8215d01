import { useState } from 'react'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import { ART_HEIGHT, ART_WIDTH, artwork } from './artwork'
import { coverAddress } from './cover-address'
import styles from './thumbnail.module.css'

interface ThumbnailProps {
  /** Title of the course: what the artwork is made from. */
  title: string
  /** Address of a picture, or `covers/…` of one that was uploaded (rules/files#truth); without one, or when it does not load, artwork stands in. */
  src?: string | null
  /** Whether the picture may wait until it is near the screen. */
  lazy?: boolean
}

/** A course's picture, always of the same shape. Says `No thumbnail` to people who listen to the page. */
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
