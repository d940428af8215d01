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

/** What a frame needs to know and react-player does not pass on. */
export interface FrameContextValue {
  title: string
  /** Not to be reached with the keyboard behind what covers it. */
  inert: boolean
  /** This player reports nothing, and nothing can be measured. */
  onSilent: (() => void) | undefined
}

export const FrameContext = createContext<FrameContextValue>({
  title: '',
  inert: false,
  onSilent: undefined,
})

/** What our frames use of what react-player gives its players; it takes them for video elements. */
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
  /** Fetches what the provider's player speaks; null for one that reports nothing. */
  load: (() => Promise<PlayerProtocol>) | null
}

/**
 * A provider's own player in its frame, as react-player takes players. The frame waits for its
 * protocol, so that nothing it says is missed; where that cannot be fetched the video plays, and
 * nothing is known of it.
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

  // Before it is painted: nothing that is only there for players that report is seen for a moment.
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
