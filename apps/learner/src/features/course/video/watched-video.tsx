import { lessonDuration } from '@rookies/data/course-viewing/duration'
import { watchedShare } from '@rookies/data/progress/watch-state'
import { canonicalUrl } from '@rookies/data/video/embed-url'
import type { LinkedProvider } from '@rookies/data/video/provider'
import VideoPlayer from '@rookies/ui/video/video-player'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button'
import { Unreachable } from './unreachable'
import { useWatching } from './use-watching'
import type { VideoLessonProps } from './video-lesson'
import styles from './video-lesson.module.css'

interface WatchedVideoProps extends VideoLessonProps {
  provider: LinkedProvider
  /** Address of its player, beginning at `start`. */
  src: string
  /** Where it begins, in whole seconds. */
  start: number
  /** Begins again, with a frame of its own. */
  onRetry: () => void
}

/** The player, and under it what is known of the watching, where anything is. */
export function WatchedVideo(props: WatchedVideoProps) {
  const { lesson, slug, records, provider, src, start, onRetry } = props
  const { reach, reports, watched, durationSec, seek, events } = useWatching({
    lesson,
    slug,
    records,
  })
  const [resumed, setResumed] = useState(records && start > 0 && start !== lesson.video_start_sec)
  const share = watchedShare(watched, durationSec)

  return (
    <div className={styles.video}>
      <div className={styles.frame}>
        <VideoPlayer
          {...events}
          src={src}
          title={`Video: ${lesson.title}`}
          className={styles.player}
          inert={reach === 'unreachable'}
        />
        {reach === 'unreachable' && (
          <Unreachable
            provider={provider}
            address={canonicalUrl({ ...lesson, video_start_sec: start })}
            onRetry={onRetry}
          />
        )}
      </div>
      {/* Where nothing can be measured nothing is claimed. */}
      {records && reports && (
        <div className={styles.facts}>
          {reach === 'ready' && resumed && (
            <span className={styles.resumed}>
              Resumed at {lessonDuration(start)}
              <Button
                small
                variant="quiet"
                onClick={() => {
                  seek(lesson.video_start_sec)
                  setResumed(false)
                }}
              >
                <RotateCcw aria-hidden="true" />
                Start over
              </Button>
            </span>
          )}
          {share !== null && (
            <span className={styles.share}>{Math.floor(share * 100)}% watched</span>
          )}
        </div>
      )}
    </div>
  )
}
