import { fieldsOf, known, positiveOf, secondsOf } from './message'
import type { PlayerProtocol, PlayerReport } from './protocol'

const CONTEXT = 'player.js'
const STATES: Record<string, PlayerReport> = {
  ready: { ready: true },
  play: { playing: true, ended: false },
  pause: { playing: false },
  ended: { playing: false, ended: true },
  error: { failed: true },
}

const call = (method: string, value?: unknown) =>
  JSON.stringify({ context: CONTEXT, version: '0.0.11', method, value, listener: 'rookies' })

/**
 * The player.js protocol of Mux's frame. It supports neither speed nor captions; the player itself remembers the
 * captions.
 */
export const muxPlayer: PlayerProtocol = {
  isOrigin: (origin) => origin === 'https://player.mux.com',
  hello: [call('addEventListener', 'ready')],
  subscribe: [
    ...['play', 'pause', 'ended', 'timeupdate', 'error'].map((event) =>
      call('addEventListener', event),
    ),
    call('getDuration'),
  ],
  read(data) {
    const message = fieldsOf(data)
    if (message?.context !== CONTEXT || typeof message.event !== 'string') return null
    if (message.event === 'timeupdate') {
      const about = fieldsOf(message.value)
      return known({
        positionSec: secondsOf(about?.seconds),
        durationSec: positiveOf(about?.duration),
      })
    }
    if (message.event === 'getDuration') {
      return known({ durationSec: positiveOf(message.value) })
    }
    return STATES[message.event] ?? null
  },
  seek: (seconds) => call('setCurrentTime', seconds),
  setPlaying: (playing) => call(playing ? 'play' : 'pause'),
  setRate: () => null,
  setCaptions: () => null,
}
