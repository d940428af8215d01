import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { type CourseOutline, courseKeys, lessonById } from '@rookies/data/course-viewing/outline'
import { secondInAddress } from '@rookies/data/notes/note-path'
import {
  resumePosition,
  videoOf,
  watchedShare,
  watchStateOf,
} from '@rookies/data/progress/watch-state'
import { embedUrl, playingUrl } from '@rookies/data/video/embed-url'
import { VIDEO_NOT_AVAILABLE } from '@rookies/data/video/messages'
import { isLinked, PLAYER_POWERS } from '@rookies/data/video/provider'
import { useIsFetching } from '@tanstack/react-query'
import { VideoOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { usePlayOnArrival } from '../../../shared/play-on-arrival'
import { MissingContent } from '../missing-content'
import { setPlayhead } from './playhead'
import { Poster } from './poster'
import styles from './video-lesson.module.css'
import { Watched, WatchedVideo } from './watched-video'

export interface VideoLessonProps {
  lesson: LessonBody
  course: CourseOutline
  /** True if the watch state is recorded; false in a preview. */
  records?: boolean
}

/** Milliseconds to wait for a position that another device may have changed. */
const TIMEOUT_MS = 2_000

/** With this key, React mounts the component again when the lesson gets another video. */
export default function VideoLesson({ lesson, course, records }: VideoLessonProps) {
  return (
    <LinkedVideo key={videoOf(lesson)} lesson={lesson} course={course} records={records ?? false} />
  )
}

/** Shows a poster and, after a press, the player. Its address is built from provider and id, never from pasted HTML. */
function LinkedVideo(props: Required<VideoLessonProps>) {
  const { lesson, course, records } = props
  const reading = useIsFetching({ queryKey: courseKeys.lesson(lesson.id) }) > 0
  const late = useLate(reading)
  const [attempt, setAttempt] = useState(0)
  const [start, setStart] = useState<number | null>(null)
  const arrivesPlaying = usePlayOnArrival()
  const [pressed, setPressed] = useState(false)
  const [wasOpen] = useState(() => lessonById(course, lesson.id)?.done !== true)
  const linkStart = lesson.video_start_sec
  const known = records ? watchStateOf(lesson) : null
  const sought = secondInAddress(useLocation().search)
  const place = sought ?? resumePosition(known, linkStart)
  if (start === null && (!reading || late)) setStart(place)

  useEffect(
    () =>
      setPlayhead({
        second: () => null,
        // Until a player reports its position, jumping means loading a new frame that starts at that second.
        go: (second) => {
          setStart(second)
          setPressed(true)
          setAttempt((before) => before + 1)
        },
      }),
    [],
  )

  const src = embedUrl({ ...lesson, video_start_sec: start ?? linkStart })
  if (src === null || !isLinked(lesson.video_provider)) {
    return <MissingContent icon={<VideoOff />} title={VIDEO_NOT_AVAILABLE} />
  }
  if (start !== null && (arrivesPlaying || pressed)) {
    return (
      <WatchedVideo
        {...props}
        key={attempt}
        provider={lesson.video_provider}
        src={playingUrl(src)}
        start={start}
        wasOpen={wasOpen}
        pressed={pressed}
        onRetry={() => setAttempt(attempt + 1)}
      />
    )
  }
  const share = known && watchedShare(known.watched, known.durationSec, linkStart)
  const resumeSec = start ?? place
  return (
    <div className={styles.video}>
      <div className={styles.frame}>
        {!arrivesPlaying && (
          <Poster
            course={course}
            title={lesson.title}
            seconds={lesson.duration_sec || (known?.durationSec ?? 0)}
            resumeSec={known && resumeSec > 0 && resumeSec !== linkStart ? resumeSec : null}
            share={share}
            onPlay={() => {
              // After a press, the video does not wait for the position from another device.
              setStart(resumeSec)
              setPressed(true)
            }}
          />
        )}
      </div>
      {PLAYER_POWERS[lesson.video_provider].reports && (
        <div className={styles.facts}>
          <Watched share={share} />
        </div>
      )}
    </div>
  )
}

function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [waiting])
  return late
}
