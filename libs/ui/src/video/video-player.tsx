import { useCallback, useMemo, useRef, useState } from 'react'
import { createReactPlayer } from 'react-player/ReactPlayer'
import type { PlayerMedia } from './media'
import { NO_PLAYER, PLAYERS } from './players'
import { playerPreferences, rememberPlayer } from './preferences'
import { FrameContext } from './provider-frame'

export type { PlayerMedia } from './media'
export { playerPreferences, rememberPlayer } from './preferences'

/** react-player with our players and none of its own, which would load foreign scripts (decision 0008). */
const ReactPlayer = createReactPlayer(PLAYERS, NO_PLAYER)

type Heard = (media: PlayerMedia) => void

interface VideoPlayerProps {
  /** Address of the provider's player, with the second at which it begins. */
  src: string
  title: string
  className?: string | undefined
  /** Covered by something else. */
  inert?: boolean
  /** How fast it plays, 1 being the ordinary speed; what was chosen last in this browser by default. */
  rate?: number
  /** It answers, and will report. */
  onReady?: Heard
  onDurationChange?: Heard
  onTimeUpdate?: Heard
  onPlay?: Heard
  onPause?: Heard
  onRateChange?: Heard
  /** Another speed was chosen in the player. */
  onRateChosen?: (rate: number) => void
  onEnded?: Heard
  /** It cannot play this video. */
  onError?: Heard
  /** It reports nothing, so that none of the above ever comes. */
  onSilent?: () => void
}

/**
 * A provider's own player, alike for all of them: what it reports comes as the events of a video
 * element. It begins at the speed and with the captions that were chosen last in this browser, and
 * remembers what is chosen in it (rules/learning#players).
 */
export default function VideoPlayer(props: VideoPlayerProps) {
  const { src, title, className, inert = false, onSilent } = props
  const [rate, setRate] = useState(() => playerPreferences().rate)
  const media = useRef<PlayerMedia>(null)
  const lastRate = useRef<number>(null)
  const keep = useCallback((player: PlayerMedia | null) => {
    media.current = player
    lastRate.current = null
  }, [])
  const about = useMemo(() => ({ title, inert, onSilent }), [title, inert, onSilent])

  const passOn = (heard: Heard | undefined) => () => {
    if (media.current) heard?.(media.current)
  }
  const onRateChange = (player: PlayerMedia) => {
    const { playbackRate } = player
    // What a player says first is how it begins, and no choice.
    if (lastRate.current !== null && lastRate.current !== playbackRate) {
      rememberPlayer({ rate: playbackRate })
      setRate(playbackRate)
      props.onRateChosen?.(playbackRate)
    }
    lastRate.current = playbackRate
    props.onRateChange?.(player)
  }

  return (
    <FrameContext value={about}>
      <ReactPlayer
        key={src}
        ref={keep}
        src={src}
        className={className}
        playbackRate={props.rate ?? rate}
        onReady={passOn(props.onReady)}
        onDurationChange={passOn(props.onDurationChange)}
        onTimeUpdate={passOn(props.onTimeUpdate)}
        onPlay={passOn(props.onPlay)}
        onPause={passOn(props.onPause)}
        onRateChange={passOn(onRateChange)}
        onEnded={passOn(props.onEnded)}
        onError={passOn(props.onError)}
      />
    </FrameContext>
  )
}
