import { useCallback, useMemo, useRef, useState } from 'react'
import { createReactPlayer } from 'react-player/ReactPlayer'
import type { PlayerMedia } from './media'
import { NO_PLAYER, PLAYERS } from './players'
import { playerPreferences, rememberPlayer } from './preferences'
import { FrameContext } from './provider-frame'

export type { PlayerMedia } from './media'
export { playerPreferences, rememberPlayer } from './preferences'

/** react-player with our own players only, because its players would load third-party scripts (decision 0008). */
const ReactPlayer = createReactPlayer(PLAYERS, NO_PLAYER)

type Heard = (media: PlayerMedia) => void

interface VideoPlayerProps {
  /** The address of the provider's player, with the second at which it starts. */
  src: string
  title: string
  className?: string | undefined
  /** True if something covers the player. */
  inert?: boolean
  /** The speed, 1 being normal; the default is the last one chosen in this browser. */
  rate?: number
  /** The player answers and will report. */
  onReady?: Heard
  onDurationChange?: Heard
  onTimeUpdate?: Heard
  onPlay?: Heard
  onPause?: Heard
  onRateChange?: Heard
  /** Another speed was chosen in the player. */
  onRateChosen?: (rate: number) => void
  onEnded?: Heard
  /** The player cannot play this video. */
  onError?: Heard
  /** The player never reports, so none of the other events comes. */
  onSilent?: () => void
}

/**
 * A provider's own player. Its reports arrive as the events of a video element, the same for all providers. It
 * starts with the last chosen speed and captions of this browser, and stores what is chosen in it
 * (rules/learning#players).
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
    // The first reported rate is the initial one, not a choice.
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
