import { fieldsOf, known, positiveOf, secondsOf } from './message'
import type { PlayerNews, PlayerProtocol } from './protocol'

const ORIGIN = /^https:\/\/(?:iframe\.videodelivery\.net|[a-z0-9-]+\.cloudflarestream\.com)$/
const TYPE = '__privateUnstableMessageType'

const setProperty = (property: string, value: unknown) => ({
  [TYPE]: 'setProperty',
  property,
  value,
})

/**
 * What Cloudflare Stream's frame speaks with its own script. The name says that it may change: then
 * no news comes, the video plays as before, and nothing is recorded of it.
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

function propertyNews(property: unknown, value: unknown): PlayerNews {
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

function eventNews(name: unknown): PlayerNews {
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
