import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { mergeRanges, type Ranges } from '@rookies/data/progress/ranges'
import { videoOf, watchStateOf } from '@rookies/data/progress/watch-state'
import { canonicalUrl } from '@rookies/data/video/embed-url'
import { type LinkedProvider, PLAYER_POWERS } from '@rookies/data/video/provider'
import { type PlayerMedia, playerPreferences, rememberPlayer } from '@rookies/ui/video/video-player'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useData } from '../../../shared/data-context'
import { setPlayhead } from './playhead'
import { WatchRecorder } from './watch-recorder'

interface Watching {
  lesson: LessonBody
  slug: string
  records: boolean
  provider: LinkedProvider
}

/** Whether the player answers: `opening` until it does, `offline` without a connection. */
type Reach = 'opening' | 'ready' | 'unreachable' | 'offline'

/** Milliseconds until the person is told that the player does not answer. Players answer within one or two seconds. */
const TIMEOUT_MS = 5_000

/**
 * Follows a player and records what is watched. Returns whether the player answers, the watch state in seconds,
 * whether the video has just ended, the actions for it, and the player's event handlers.
 */
export function useWatching({ lesson, slug, records, provider }: Watching) {
  const client = useData()
  const queries = useQueryClient()
  const [reach, setReach] = useState<Reach>('opening')
  const [silent, setSilent] = useState(false)
  const [ended, setEnded] = useState(false)
  const [rate, setRate] = useState(() => playerPreferences().rate)
  const [played, setPlayed] = useState<Ranges>([])
  const known = watchStateOf(lesson)
  const [durationSec, setDurationSec] = useState(known?.durationSec ?? null)
  const player = useRef<PlayerMedia | null>(null)
  const recorder = useRef<WatchRecorder | null>(null)
  const lessonId = lesson.id
  const video = videoOf(lesson)

  useEffect(() => {
    if (!records) return
    const recording = new WatchRecorder({ client, queries, lessonId, video, slug })
    recorder.current = recording
    return () => {
      recording.end()
      recorder.current = null
    }
  }, [client, queries, lessonId, video, slug, records])

  const waiting = reach === 'opening' && !silent
  useEffect(() => {
    if (!waiting) return
    const patience = setTimeout(() => setReach(unreachableReason()), TIMEOUT_MS)
    return () => clearTimeout(patience)
  }, [waiting])

  // Some players never send messages. To find out whether such a player can load, its host is requested.
  const asks = silent && !PLAYER_POWERS[provider].reports
  const page = useEffectEvent(() => canonicalUrl(lesson))
  useEffect(() => {
    const address = page()
    if (!asks || address === null) return
    const given = new AbortController()
    const patience = setTimeout(() => given.abort(), TIMEOUT_MS)
    let left = false
    // Most hosts have this file. A redirect to another host does not count as an answer.
    fetch(new URL('/robots.txt', address), {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      signal: given.signal,
    })
      .catch(() => left || setReach(unreachableReason()))
      .finally(() => clearTimeout(patience))
    return () => {
      left = true
      given.abort()
    }
  }, [asks])

  const seek = (seconds: number) => {
    if (player.current) player.current.currentTime = seconds
  }

  const isReady = reach === 'ready' && !silent
  const go = useEffectEvent((second: number) => {
    seek(second)
    void player.current?.play()
  })
  useEffect(() => {
    if (!isReady) return
    return setPlayhead({ second: () => Math.floor(player.current?.currentTime ?? 0), go })
  }, [isReady])

  const onReport = (media: PlayerMedia) => {
    const { current } = recorder
    if (!current) return
    current.report(media)
    setPlayed((before) => (sameSeconds(before, current.ranges) ? before : current.ranges))
  }

  return {
    reach,
    reports: !silent,
    ended,
    rate,
    watched: mergeRanges([...(known?.watched ?? []), ...played]),
    durationSec,
    control: {
      seek,
      skip: (seconds: number) => {
        const { currentTime, duration } = player.current ?? { currentTime: 0, duration: 0 }
        const end = Number.isNaN(duration) ? currentTime + seconds : duration
        seek(Math.min(Math.max(currentTime + seconds, 0), end))
      },
      toggle: () => (player.current?.paused ? player.current.play() : player.current?.pause()),
      rate: () => rate,
      setRate: (chosen: number) => {
        rememberPlayer({ rate: chosen })
        setRate(chosen)
      },
      /** Dismisses the countdown to the next lesson. */
      stay: () => setEnded(false),
    },
    events: {
      onReady: (media: PlayerMedia) => {
        player.current = media
        setReach('ready')
      },
      onSilent: () => {
        setSilent(true)
        if (!navigator.onLine) setReach('offline')
      },
      onError: () => setReach(unreachableReason()),
      onDurationChange: ({ duration }: PlayerMedia) => setDurationSec(duration),
      onRateChange: ({ playbackRate }: PlayerMedia) => recorder.current?.reportRate(playbackRate),
      onRateChosen: setRate,
      onTimeUpdate: onReport,
      onPlay: (media: PlayerMedia) => {
        setEnded(false)
        onReport(media)
      },
      onPause: onReport,
      onEnded: () => setEnded(true),
    },
  }
}

/** Returns why the player does not load, as far as the browser can tell. */
function unreachableReason(): Reach {
  return navigator.onLine ? 'unreachable' : 'offline'
}

function sameSeconds(before: Ranges, now: Ranges): boolean {
  return String(before) === String(now)
}
