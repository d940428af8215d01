import { describe, expect, it } from 'vitest'
import { cloudflarePlayer } from './cloudflare-player'
import { muxPlayer } from './mux-player'
import type { PlayerReport } from './protocol'
import { vimeoPlayer } from './vimeo-player'
import { youtubePlayer } from './youtube-player'

const PROTOCOLS = {
  YOUTUBE: youtubePlayer,
  VIMEO: vimeoPlayer,
  CF: cloudflarePlayer,
  MUX: muxPlayer,
}

const stream = (type: string, fields: object) => ({ __privateUnstableMessageType: type, ...fields })
const playerjs = (event: string, value?: unknown) =>
  JSON.stringify({ context: 'player.js', version: '0.0.11', event, value })
const tube = (event: string, info: unknown) => JSON.stringify({ event, info, id: 'rookies' })

const HEARD: [provider: keyof typeof PROTOCOLS, data: unknown, news: PlayerReport | null][] = [
  ['YOUTUBE', tube('onReady', null), { ready: true }],
  [
    'YOUTUBE',
    tube('initialDelivery', { currentTime: 0, duration: 212.04, playerState: 5 }),
    { ready: true, positionSec: 0, durationSec: 212.04, playing: false, ended: false },
  ],
  [
    'YOUTUBE',
    tube('infoDelivery', { currentTime: 42.5, playerState: 1, playbackRate: 1.5 }),
    { ready: true, positionSec: 42.5, rate: 1.5, playing: true, ended: false },
  ],
  ['YOUTUBE', tube('infoDelivery', { currentTime: 7 }), { ready: true, positionSec: 7 }],
  ['YOUTUBE', tube('infoDelivery', { duration: 0 }), { ready: true }],
  ['YOUTUBE', tube('onStateChange', 0), { playing: false, ended: true }],
  ['YOUTUBE', tube('onStateChange', 3), { playing: false, ended: false }],
  ['YOUTUBE', tube('onError', 150), { failed: true }],
  ['YOUTUBE', tube('apiInfoDelivery', {}), null],
  ['VIMEO', JSON.stringify({ event: 'ready', player_id: '' }), { ready: true }],
  ['VIMEO', { method: 'ping' }, { ready: true }],
  [
    'VIMEO',
    { event: 'timeupdate', data: { seconds: 3.4, percent: 0.1, duration: 61.9 } },
    { positionSec: 3.4, durationSec: 61.9 },
  ],
  [
    'VIMEO',
    { event: 'playing', data: { seconds: 3 } },
    { positionSec: 3, playing: true, ended: false },
  ],
  ['VIMEO', { event: 'pause', data: { seconds: 4 } }, { positionSec: 4, playing: false }],
  [
    'VIMEO',
    { event: 'ended', data: { seconds: 61.9 } },
    { positionSec: 61.9, playing: false, ended: true },
  ],
  ['VIMEO', { event: 'playbackratechange', data: { playbackRate: 2 } }, { rate: 2 }],
  [
    'VIMEO',
    { event: 'texttrackchange', data: { kind: 'captions', language: 'de' } },
    { captions: 'de' },
  ],
  ['VIMEO', { event: 'texttrackchange', data: { kind: null, language: null } }, { captions: null }],
  ['VIMEO', { method: 'getDuration', value: 61.9 }, { durationSec: 61.9 }],
  ['VIMEO', { event: 'error', data: { method: 'enableTextTrack', name: 'x' } }, null],
  ['VIMEO', { event: 'error', data: { method: 'ready', name: 'PrivacyError' } }, { failed: true }],
  ['VIMEO', { event: 'volumechange', data: { volume: 1 } }, null],
  ['CF', stream('iframeReady', {}), { ready: true }],
  [
    'CF',
    stream('propertyChange', { property: 'currentTime', value: 9.2 }),
    { ready: true, positionSec: 9.2 },
  ],
  [
    'CF',
    stream('propertyChange', { property: 'duration', value: 61 }),
    { ready: true, durationSec: 61 },
  ],
  [
    'CF',
    stream('propertyChange', { property: 'paused', value: false }),
    { ready: true, playing: true },
  ],
  [
    'CF',
    stream('propertyChange', { property: 'ended', value: true }),
    { ready: true, playing: false, ended: true },
  ],
  [
    'CF',
    stream('propertyChange', { property: 'playbackRate', value: 1.25 }),
    { ready: true, rate: 1.25 },
  ],
  ['CF', stream('event', { eventName: 'playing' }), { ready: true, playing: true, ended: false }],
  ['CF', stream('event', { eventName: 'pause' }), { ready: true, playing: false }],
  ['CF', stream('bufferedTimeRangesUpdate', {}), null],
  ['MUX', playerjs('ready', { src: 'x', events: [], methods: [] }), { ready: true }],
  [
    'MUX',
    playerjs('timeupdate', { seconds: 5.5, duration: 30 }),
    { positionSec: 5.5, durationSec: 30 },
  ],
  ['MUX', playerjs('play'), { playing: true, ended: false }],
  ['MUX', playerjs('pause'), { playing: false }],
  ['MUX', playerjs('ended'), { playing: false, ended: true }],
  ['MUX', playerjs('getDuration', 30), { durationSec: 30 }],
  ['MUX', JSON.stringify({ context: 'another', event: 'play' }), null],
]

describe('the protocols of the players', () => {
  it.each(HEARD)('%s reports %j', (provider, data, news) => {
    expect(PROTOCOLS[provider].read(data)).toEqual(news)
  })
})

const RUBBISH = [
  null,
  undefined,
  42,
  '',
  'no json',
  '[]',
  'null',
  {},
  { event: {} },
  tube('infoDelivery', null),
  tube('infoDelivery', { currentTime: 'soon', duration: Number.NaN }),
  { event: 'timeupdate', data: { seconds: -1, duration: Number.POSITIVE_INFINITY } },
  stream('propertyChange', { property: 'currentTime', value: null }),
  playerjs('timeupdate', null),
]

it.each(['YOUTUBE', 'VIMEO', 'CF', 'MUX'] as const)(
  '%s reads no number from an invalid message',
  (provider) => {
    for (const data of RUBBISH) {
      const news = PROTOCOLS[provider].read(data) ?? {}
      expect([news.positionSec, news.durationSec, news.rate]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    }
  },
)

it.each([
  ['YOUTUBE', 'https://www.youtube-nocookie.com', true],
  ['YOUTUBE', 'https://www.youtube.com.evil.example', false],
  ['VIMEO', 'https://player.vimeo.com', true],
  ['VIMEO', 'http://player.vimeo.com', false],
  ['CF', 'https://iframe.videodelivery.net', true],
  ['CF', 'https://customer-f33zs165nr7gyfy4.cloudflarestream.com', true],
  ['CF', 'https://evil.example/.cloudflarestream.com', false],
  ['CF', 'https://cloudflarestream.com.evil.example', false],
  ['MUX', 'https://player.mux.com', true],
  ['MUX', 'https://stream.mux.com', false],
  ['MUX', 'null', false],
] as const)('%s is heard from %s: %s', (provider, origin, heard) => {
  expect(PROTOCOLS[provider].isOrigin(origin)).toBe(heard)
})
