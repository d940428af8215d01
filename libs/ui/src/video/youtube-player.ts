import { fieldsOf, known, positiveOf, secondsOf } from './message'
import type { PlayerProtocol, PlayerReport } from './protocol'

const ORIGINS = ['https://www.youtube-nocookie.com', 'https://www.youtube.com']
const ENDED = 0
const PLAYING = 1

const command = (func: string, ...args: unknown[]) =>
  JSON.stringify({ event: 'command', func, args, id: 'rookies', channel: 'widget' })

/** The messages of YouTube's frame with `enablejsapi=1`. The player itself remembers the captions. */
export const youtubePlayer: PlayerProtocol = {
  // The player only communicates with the page that its address names.
  address: (src, origin) => `${src}&origin=${origin}`,
  isOrigin: (origin) => ORIGINS.includes(origin),
  hello: [JSON.stringify({ event: 'listening', id: 'rookies', channel: 'widget' })],
  subscribe: [command('addEventListener', 'onStateChange'), command('addEventListener', 'onError')],
  read(data) {
    const message = fieldsOf(data)
    switch (message?.event) {
      case 'onReady':
        return { ready: true }
      case 'onStateChange':
        return stateNews(message.info)
      case 'onError':
        return { failed: true }
      case 'initialDelivery':
      case 'infoDelivery': {
        const info = fieldsOf(message.info)
        if (!info) return null
        return {
          ready: true,
          ...known({
            positionSec: secondsOf(info.currentTime),
            durationSec: positiveOf(info.duration),
            rate: positiveOf(info.playbackRate),
          }),
          ...stateNews(info.playerState),
        }
      }
      default:
        return null
    }
  },
  seek: (seconds) => command('seekTo', seconds, true),
  setPlaying: (playing) => command(playing ? 'playVideo' : 'pauseVideo'),
  setRate: (rate) => command('setPlaybackRate', rate),
  setCaptions: () => null,
}

function stateNews(state: unknown): PlayerReport {
  return typeof state === 'number' ? { playing: state === PLAYING, ended: state === ENDED } : {}
}
