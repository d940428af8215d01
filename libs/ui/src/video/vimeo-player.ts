import { fieldsOf, known, positiveOf, secondsOf } from './message'
import type { PlayerProtocol, PlayerReport } from './protocol'

const EVENTS = [
  'playing',
  'pause',
  'ended',
  'timeupdate',
  'seeked',
  'playbackratechange',
  'texttrackchange',
]
const PLAYING: Record<string, Partial<PlayerReport>> = {
  playing: { playing: true, ended: false },
  pause: { playing: false },
  ended: { playing: false, ended: true },
}

/** The messages between Vimeo's frame and Vimeo's own script, without the script. */
export const vimeoPlayer: PlayerProtocol = {
  isOrigin: (origin) => origin === 'https://player.vimeo.com',
  hello: [{ method: 'ping' }],
  subscribe: [
    ...EVENTS.map((value) => ({ method: 'addEventListener', value })),
    { method: 'getDuration' },
  ],
  read(data) {
    const message = fieldsOf(data)
    if (!message) return null
    if (message.event === 'ready' || message.method === 'ping') return { ready: true }
    if (message.method === 'getDuration') {
      return known({ durationSec: positiveOf(message.value) })
    }
    if (typeof message.event !== 'string') return null
    const about = fieldsOf(message.data)
    if (message.event === 'texttrackchange') {
      return { captions: typeof about?.language === 'string' ? about.language : null }
    }
    // The player sends this event also for commands that it does not support. Only an error of `ready` means that it
    // cannot play.
    if (message.event === 'error') return about?.method === 'ready' ? { failed: true } : null
    if (!EVENTS.includes(message.event)) return null
    return {
      ...known({
        positionSec: secondsOf(about?.seconds),
        durationSec: positiveOf(about?.duration),
        rate: positiveOf(about?.playbackRate),
      }),
      ...PLAYING[message.event],
    }
  },
  seek: (seconds) => ({ method: 'setCurrentTime', value: seconds }),
  setPlaying: (playing) => ({ method: playing ? 'play' : 'pause' }),
  setRate: (rate) => ({ method: 'setPlaybackRate', value: rate }),
  setCaptions: (language) =>
    language === null
      ? { method: 'disableTextTrack' }
      : { method: 'enableTextTrack', value: { language } },
}
