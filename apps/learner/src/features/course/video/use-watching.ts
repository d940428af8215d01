import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { mergeRanges, type Ranges } from '@rookies/data/progress/ranges'
import { watchStateOf } from '@rookies/data/progress/watch-state'
import type { PlayerMedia } from '@rookies/ui/video/video-player'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useData } from '../../../shared/data-context'
import { WatchRecorder } from './watch-recorder'

interface Watching {
  lesson: LessonBody
  slug: string
  records: boolean
}

/** Opening: nothing was heard yet. */
type Reach = 'opening' | 'ready' | 'unreachable'

/** Players answer within a second or two; after this it is given up. */
const PATIENCE_MS = 12_000

/**
 * Follows a player, and records what is watched. Out: whether it is there, what is known of the
 * watching in seconds, and what the player is to tell.
 */
export function useWatching({ lesson, slug, records }: Watching) {
  const client = useData()
  const queries = useQueryClient()
  const [reach, setReach] = useState<Reach>('opening')
  const [silent, setSilent] = useState(false)
  const [played, setPlayed] = useState<Ranges>([])
  const known = watchStateOf(lesson)
  const [durationSec, setDurationSec] = useState(known?.durationSec ?? null)
  const player = useRef<PlayerMedia | null>(null)
  const recorder = useRef<WatchRecorder | null>(null)
  const lessonId = lesson.id

  useEffect(() => {
    if (!records) return
    const recording = new WatchRecorder({ client, queries, lessonId, slug })
    recorder.current = recording
    return () => {
      recording.end()
      recorder.current = null
    }
  }, [client, queries, lessonId, slug, records])

  const waiting = reach === 'opening' && !silent
  useEffect(() => {
    if (!waiting) return
    const patience = setTimeout(() => setReach('unreachable'), PATIENCE_MS)
    return () => clearTimeout(patience)
  }, [waiting])

  const hear = (media: PlayerMedia) => {
    const { current } = recorder
    if (!current) return
    current.hear(media)
    setPlayed((before) => (sameSeconds(before, current.ranges) ? before : current.ranges))
  }

  return {
    reach,
    reports: !silent,
    watched: mergeRanges([...(known?.watched ?? []), ...played]),
    durationSec,
    seek: (seconds: number) => {
      if (player.current) player.current.currentTime = seconds
    },
    events: {
      onReady: (media: PlayerMedia) => {
        player.current = media
        setReach('ready')
      },
      onSilent: () => {
        setSilent(true)
        if (!navigator.onLine) setReach('unreachable')
      },
      onError: () => setReach('unreachable'),
      onDurationChange: ({ duration }: PlayerMedia) => setDurationSec(duration),
      onRateChange: ({ playbackRate }: PlayerMedia) => recorder.current?.hearRate(playbackRate),
      onTimeUpdate: hear,
      onPlay: hear,
      onPause: hear,
    },
  }
}

function sameSeconds(before: Ranges, now: Ranges): boolean {
  return String(before) === String(now)
}
