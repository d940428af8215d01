import { lessonDuration } from '@rookies/data/course-viewing/duration'
import { milestoneOf } from '@rookies/data/course-viewing/milestone'
import { lessonAfter } from '@rookies/data/course-viewing/outline'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import { watchedShare } from '@rookies/data/progress/watch-state'
import { canonicalUrl } from '@rookies/data/video/embed-url'
import { type LinkedProvider, PLAYER_POWERS } from '@rookies/data/video/provider'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import VideoPlayer from '@rookies/ui/video/video-player'
import { NotebookPen, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { playing } from '../../../shared/play-on-arrival'
import { Button } from '../../../ui/button'
import { newNoteOpener, watchNewNoteOpener } from '../notes/begin-note'
import { NextUp, SECONDS } from './next-up'
import { PosterCover } from './poster'
import { Speed } from './speed'
import { Unreachable } from './unreachable'
import { usePlayerKeys } from './use-player-keys'
import { useWatching } from './use-watching'
import type { VideoLessonProps } from './video-lesson'
import styles from './video-lesson.module.css'

interface WatchedVideoProps extends Required<VideoLessonProps> {
  provider: LinkedProvider
  /** The address of the player, starting at `start`. */
  src: string
  /** The second at which it starts. */
  start: number
  /** True if the lesson was not completed when it was opened. */
  wasOpen: boolean
  /** True if the person has just pressed the poster; the focus then moves to the player. */
  pressed: boolean
  /** Loads the player again in a new frame. */
  onRetry: () => void
}

/** The player, the countdown at its end, and below it the watched share if it is known. */
export function WatchedVideo(props: WatchedVideoProps) {
  const { lesson, course, records, provider, src, start, wasOpen, pressed, onRetry } = props
  const powers = PLAYER_POWERS[provider]
  const watching = useWatching({ lesson, slug: course.slug, records, provider })
  const { reach, reports, watched, durationSec, ended, control, rate, events } = watching
  const [resumed, setResumed] = useState(records && start > 0 && start !== lesson.video_start_sec)
  const share = watchedShare(watched, durationSec, lesson.video_start_sec)
  const frame = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const following = lessonAfter(course, lesson.id)
  // If a module or the course ends with this lesson, its end is announced below the video, and the next lesson does not
  // open by itself (rules/learning#milestones).
  const ends = wasOpen && milestoneOf(course, lesson.id) !== null
  const next = records && ended && !ends && following?.open ? following : null
  const writeNote = useSyncExternalStore(watchNewNoteOpener, newNoteOpener)
  const away = reach === 'unreachable' || reach === 'offline'
  usePlayerKeys(reach === 'ready' ? powers : null, control)

  useEffect(() => {
    if (pressed) frame.current?.focus({ preventScroll: true })
  }, [pressed])

  return (
    <div className={styles.video}>
      <div className={styles.frame} ref={frame} tabIndex={-1}>
        <VideoPlayer
          {...events}
          src={src}
          title={`Video: ${lesson.title}`}
          className={styles.player}
          inert={away}
          rate={rate}
        />
        {/* The cover hides an error page that the browser may show in the frame until the player answers. */}
        {reports && reach === 'opening' && <PosterCover course={course} />}
        {/* A live region must be on the page before its text, or screen readers do not announce the text. */}
        <div role="status" className={styles.news}>
          {away && (
            <Unreachable
              provider={provider}
              offline={reach === 'offline'}
              address={canonicalUrl({ ...lesson, video_start_sec: start })}
              onRetry={onRetry}
            />
          )}
          {next && (
            <VisuallyHidden>
              {`Next: ${next.title}, in ${SECONDS} seconds. Press Escape to stay here.`}
            </VisuallyHidden>
          )}
        </div>
        {next && (
          <NextUp
            next={next}
            onStay={() => {
              control.stay()
              frame.current?.focus({ preventScroll: true })
            }}
            onGo={() => navigate(lessonPath(course.slug, next.id), { state: playing })}
          />
        )}
      </div>
      {/* A player that never reports has no watched share. */}
      {reports && (
        <div className={styles.facts}>
          {reach === 'ready' && resumed && (
            <span className={styles.resumed}>
              <span>Resumed at {lessonDuration(start)}</span>
              <Button
                small
                variant="quiet"
                onClick={() => {
                  control.seek(lesson.video_start_sec)
                  setResumed(false)
                }}
              >
                <RotateCcw aria-hidden="true" />
                Start over
              </Button>
            </span>
          )}
          {reach === 'ready' && writeNote && (
            <Button small variant="quiet" onClick={writeNote} aria-keyshortcuts="a">
              <NotebookPen aria-hidden="true" />
              Add note
            </Button>
          )}
          {reach === 'ready' && powers.speed && <Speed rate={rate} onChange={control.setRate} />}
          {records && <Watched share={share} />}
        </div>
      )}
    </div>
  )
}

/** The watched share in whole percent. */
export function Watched({ share }: { share: number | null }) {
  return share !== null && <span className={styles.share}>{Math.floor(share * 100)}% watched</span>
}
