import {
  createContext,
  type Ref,
  use,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { FrameMedia } from './frame-media'
import type { MediaEventName, PlayerMedia } from './media'
import { playerPreferences, rememberPlayer } from './preferences'
import type { PlayerProtocol } from './protocol'

/** Values for the frame that cannot be passed through react-player. */
export interface FrameContextValue {
  title: string
  /** True if something covers the player; the keyboard then cannot reach it. */
  inert: boolean
  /** Called if this player never reports. */
  onSilent: (() => void) | undefined
}

export const FrameContext = createContext<FrameContextValue>({
  title: '',
  inert: false,
  onSilent: undefined,
})

/** The props from react-player that the frames use; react-player treats the frames as video elements. */
export interface FrameProps {
  ref?: Ref<PlayerMedia>
  src?: string | undefined
  className?: string | undefined
  onLoadStart?(event: FrameEvent): void
  onDurationChange?(event: FrameEvent): void
  onRateChange?(event: FrameEvent): void
  onPlay?(event: FrameEvent): void
  onPause?(event: FrameEvent): void
  onTimeUpdate?(event: FrameEvent): void
  onEnded?(event: FrameEvent): void
  onError?(event: FrameEvent): void
}

interface FrameEvent {
  type: string
  currentTarget: PlayerMedia
}

const HANDLERS = {
  loadstart: 'onLoadStart',
  durationchange: 'onDurationChange',
  ratechange: 'onRateChange',
  play: 'onPlay',
  pause: 'onPause',
  timeupdate: 'onTimeUpdate',
  ended: 'onEnded',
  error: 'onError',
} as const satisfies Partial<Record<MediaEventName, keyof FrameProps>>

interface ProviderFrameProps extends FrameProps {
  /** Loads the provider's protocol; null if its player never reports. */
  load: (() => Promise<PlayerProtocol>) | null
}

/**
 * A provider's own player in its frame, in the form of a react-player player. The frame waits for its protocol, so that
 * no message is missed. If the protocol cannot be loaded, the video plays without reports.
 */
export function ProviderFrame(props: ProviderFrameProps) {
  const { ref, src, className, load } = props
  const { title, inert, onSilent } = use(FrameContext)
  const [media] = useState(() => new FrameMedia())
  const [protocol, setProtocol] = useState<PlayerProtocol | null | undefined>(
    load ? undefined : null,
  )
  const frame = useRef<HTMLIFrameElement>(null)
  useImperativeHandle(ref, () => media, [media])

  const silent = useEffectEvent(() => onSilent?.())
  const tell = useEffectEvent((event: MediaEventName) => {
    if (event === 'captionschange') {
      rememberPlayer({ captions: media.captions })
      return
    }
    if (event === 'loadstart') {
      const { captions } = playerPreferences()
      if (captions !== null) media.captions = captions
    }
    props[HANDLERS[event]]?.({ type: event, currentTarget: media })
  })

  useEffect(() => {
    let gone = false
    const settle = (found: PlayerProtocol | null) => {
      if (!gone) setProtocol(found)
    }
    load?.().then(settle, () => settle(null))
    return () => {
      gone = true
    }
  }, [load])

  // A layout effect, so that controls for players that report are never shown for a moment.
  useLayoutEffect(() => {
    if (protocol === null) silent()
  }, [protocol])

  useEffect(() => {
    const { current } = frame
    if (!current || !protocol) return
    return media.connect(current, protocol, (event) => tell(event))
  }, [media, protocol])

  if (src === undefined || protocol === undefined) return null
  return (
    <iframe
      ref={frame}
      className={className}
      src={protocol?.address?.(src, location.origin) ?? src}
      title={title}
      allow="accelerometer; autoplay; clipboard-write; encrypted-media; fullscreen; gyroscope; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      inert={inert}
    />
  )
}
