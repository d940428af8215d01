import { PROVIDER_NAMES } from '@rookies/data/course-editing/course-content'
import { videoColumns } from '@rookies/data/course-editing/lesson-form'
import { embedUrl } from '@rookies/data/video/embed-url'
import type { VideoLink } from '@rookies/data/video/parse-video-link'
import VideoPlayer from '@rookies/ui/video/video-player'
import { Alert } from 'antd'
import { useState } from 'react'
import styles from './video-preview.module.css'

/** Called with a video's length in seconds when its player reports it. */
type ReportLength = (video: VideoLink, seconds: number) => void

interface VideoPreviewProps {
  video: VideoLink
  onLength: ReportLength
}

/** Shows a video in the player of the learner portal. */
export function VideoPreview({ video, onLength }: VideoPreviewProps) {
  const src = embedUrl(videoColumns(video))
  const [refused, setRefused] = useState<string | null>(null)
  if (!src) return null
  const provider = PROVIDER_NAMES[video.provider]
  return (
    <div style={{ maxWidth: '40rem' }}>
      {/* Reserves the player's space while it loads. */}
      <div
        style={{
          overflow: 'hidden',
          aspectRatio: '16 / 9',
          borderRadius: 'var(--radius-s)',
          background: 'var(--color-surface-sunken)',
        }}
      >
        <VideoPlayer
          src={src}
          title={`Preview of the video, ${provider}`}
          className={styles.player}
          onDurationChange={({ duration }) => onLength(video, duration)}
          onError={() => setRefused(src)}
        />
      </div>
      <div role="status">
        {refused === src && (
          <Alert
            type="error"
            style={BELOW}
            message={`We couldn't load the video from ${provider}. Check there that it still exists and that embedding is allowed.`}
          />
        )}
      </div>
    </div>
  )
}

const BELOW = { marginBlockStart: 'var(--space-2)' }
