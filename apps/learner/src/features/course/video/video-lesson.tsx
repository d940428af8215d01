import { courseKeys } from '@rookies/data/course-viewing/keys'
import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { resumePosition, watchStateOf } from '@rookies/data/progress/watch-state'
import { embedUrl, playingUrl } from '@rookies/data/video/embed-url'
import { VIDEO_NOT_AVAILABLE } from '@rookies/data/video/messages'
import { isLinked } from '@rookies/data/video/provider'
import { useIsFetching } from '@tanstack/react-query'
import { VideoOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePlayOnArrival } from '../../../shared/play-on-arrival'
import { MissingContent } from '../missing-content'
import styles from './video-lesson.module.css'
import { WatchedVideo } from './watched-video'

export interface VideoLessonProps {
  lesson: LessonBody
  slug: string
  /** Whether what is watched is recorded: never in preview. */
  records: boolean
}

/** How long a place that another device may have changed is waited for. */
const PATIENCE_MS = 2_000

/** The provider's own player, built from provider and id and never from pasted HTML. */
export default function VideoLesson(props: VideoLessonProps) {
  const { lesson } = props
  const reading = useIsFetching({ queryKey: courseKeys.lesson(lesson.id) }) > 0
  const late = useLate(reading)
  const [attempt, setAttempt] = useState(0)
  const [start, setStart] = useState<number | null>(null)
  const plays = usePlayOnArrival()
  const linkStart = lesson.video_start_sec
  if (start === null && (!reading || late)) {
    setStart(props.records ? resumePosition(watchStateOf(lesson), linkStart) : linkStart)
  }

  const src = embedUrl({ ...lesson, video_start_sec: start ?? linkStart })
  if (src === null || !isLinked(lesson.video_provider)) {
    return <MissingContent icon={<VideoOff />} title={VIDEO_NOT_AVAILABLE} />
  }
  if (start === null) return <div className={styles.frame} />
  return (
    <WatchedVideo
      {...props}
      key={attempt}
      provider={lesson.video_provider}
      src={plays ? playingUrl(src) : src}
      start={start}
      onRetry={() => setAttempt(attempt + 1)}
    />
  )
}

function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [waiting])
  return late
}
