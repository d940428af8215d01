import type { LessonBody } from '@rookies/data/courses/lesson-query'
import { embedUrl } from '@rookies/data/video/embed-url'
import { VideoOff } from 'lucide-react'
import { MissingContent } from './missing-content'
import styles from './video-player.module.css'

/** The provider's own player, built from provider and id and never from pasted HTML (decisions §5). */
export function VideoPlayer({ lesson }: { lesson: LessonBody }) {
  const address = embedUrl(lesson)
  if (!address) return <MissingContent icon={<VideoOff />} title="Video not available" />
  return (
    <div className={styles.frame}>
      <iframe
        className={styles.player}
        src={address}
        title={`Video: ${lesson.title}`}
        loading="lazy"
        allow="accelerometer; autoplay; clipboard-write; encrypted-media; fullscreen; gyroscope; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </div>
  )
}
