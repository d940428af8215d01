import { fieldsOf, known, positiveOf, secondsOf } from './message'
import type { PlayerProtocol, PlayerReport } from './protocol'

const ORIGIN = /^https:\/\/(?:iframe\.videodelivery\.net|[a-z0-9-]+\.cloudflarestream\.com)$/
const TYPE = '__privateUnstableMessageType'

const setProperty = (property: string, value: unknown) => ({
  [TYPE]: 'setProperty',
  property,
  value,
})

/**
 * The messages between Cloudflare Stream's frame and its own script. The protocol is marked as unstable: after a
 * change no events arrive, the video plays as before, and nothing is recorded.
 */
export const cloudflarePlayer: PlayerProtocol = {
  isOrigin: (origin) => ORIGIN.test(origin),
  hello: [],
  subscribe: [],
  read(data) {
    const message = fieldsOf(data)
    switch (message?.[TYPE]) {
      case 'iframeReady':
        return { ready: true }
      case 'event':
        return eventNews(message.eventName)
      case 'propertyChange':
        return { ready: true, ...propertyNews(message.property, message.value) }
      default:
        return null
    }
  },
  seek: (seconds) => setProperty('currentTime', seconds),
  setPlaying: () => null,
  setRate: (rate) => setProperty('playbackRate', rate),
  setCaptions: () => null,
}

function propertyNews(property: unknown, value: unknown): PlayerReport {
  switch (property) {
    case 'currentTime':
      return known({ positionSec: secondsOf(value) })
    case 'duration':
      return known({ durationSec: positiveOf(value) })
    case 'playbackRate':
      return known({ rate: positiveOf(value) })
    case 'paused':
      return { playing: value === false }
    case 'ended':
      return value === true ? { ended: true, playing: false } : { ended: false }
    default:
      return {}
  }
}

function eventNews(name: unknown): PlayerReport {
  switch (name) {
    case 'playing':
      return { ready: true, playing: true, ended: false }
    case 'pause':
      return { ready: true, playing: false }
    case 'ended':
      return { ready: true, playing: false, ended: true }
    default:
      return { ready: true }
  }
}
