import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FrameMedia } from './frame-media'
import type { MediaEventName } from './media'
import { muxPlayer } from './mux-player'
import type { PlayerProtocol } from './protocol'
import { vimeoPlayer } from './vimeo-player'
import { youtubePlayer } from './youtube-player'

const ORIGIN = 'https://www.youtube-nocookie.com'
const tube = (event: string, info: unknown) => JSON.stringify({ event, info, id: 'rookies' })

describe('FrameMedia', () => {
  const page = new EventTarget()
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  function opened(protocol: PlayerProtocol, rate = 1) {
    const said: { message: unknown; to: unknown }[] = []
    const contentWindow = {
      postMessage: (message: unknown, to: unknown) => void said.push({ message, to }),
    }
    const events: MediaEventName[] = []
    const media = new FrameMedia()
    media.playbackRate = rate
    const close = media.connect({ contentWindow }, protocol, (event) => events.push(event))
    const receive = (data: unknown, origin = ORIGIN, source: unknown = contentWindow) =>
      page.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }))
    return { media, close, said, events, receive }
  }

  it('sends the greeting until the player answers, and only to that player', () => {
    const { media, close, said, receive, events } = opened(youtubePlayer)
    vi.advanceTimersByTime(2000)
    expect(said).toHaveLength(6)
    receive(tube('onReady', null))
    const heard = said.length
    vi.advanceTimersByTime(5000)
    expect(said).toHaveLength(heard)
    media.currentTime = 90
    expect(said.at(-1)).toEqual({
      message: expect.stringContaining('"func":"seekTo","args":[90,true]'),
      to: ORIGIN,
    })
    receive(tube('onReady', null))
    expect(events).toEqual(['loadstart'])
    close()
    receive(tube('infoDelivery', { currentTime: 6 }))
    expect(media.currentTime).toBe(0)
    media.currentTime = 7
    expect(said).toHaveLength(heard + 1)
  })

  it('stores all values of a message before it fires events, like a video element', () => {
    const { media, close, events, receive } = opened(youtubePlayer)
    expect([media.currentTime, media.duration, media.paused]).toEqual([0, Number.NaN, true])
    receive(tube('infoDelivery', { currentTime: 5, duration: 60, playerState: 1, playbackRate: 1 }))
    expect(events).toEqual(['loadstart', 'durationchange', 'ratechange', 'play', 'timeupdate'])
    expect([media.currentTime, media.duration, media.paused]).toEqual([5, 60, false])
    events.length = 0
    receive(tube('infoDelivery', { currentTime: 5, duration: 60, playerState: 1, playbackRate: 1 }))
    expect(events).toEqual(['timeupdate'])
    events.length = 0
    receive(tube('infoDelivery', { currentTime: 60, playerState: 0, playbackRate: 1.5 }))
    expect(events).toEqual(['ratechange', 'pause', 'timeupdate', 'ended'])
    expect([media.ended, media.paused, media.playbackRate]).toEqual([true, true, 1.5])
    receive(tube('onError', 150))
    expect(events.at(-1)).toBe('error')
    close()
  })

  it('ignores messages from another origin or another window', () => {
    const { media, close, events, receive } = opened(vimeoPlayer)
    const message = { event: 'timeupdate', data: { seconds: 9, duration: 10 } }
    receive(message, 'https://evil.example')
    receive(message, 'https://player.vimeo.com', {})
    expect(events).toEqual([])
    expect(media.currentTime).toBe(0)
    close()
  })

  it('sets the wanted speed once the player listens, and again when the player reports another', () => {
    const { media, close, said, receive, events } = opened(youtubePlayer, 1.5)
    const speeds = () => said.filter(({ message }) => String(message).includes('setPlaybackRate'))
    expect(speeds()).toEqual([])
    receive(tube('initialDelivery', { playbackRate: 1 }))
    expect(speeds()).toHaveLength(1)
    expect(media.playbackRate).toBe(1)
    // react-player sets the rate again after each render.
    media.playbackRate = 1.5
    media.playbackRate = 1.5
    expect(speeds()).toHaveLength(2)
    receive(tube('infoDelivery', { playbackRate: 1 }))
    expect(events.filter((name) => name === 'ratechange')).toHaveLength(1)
    receive(tube('infoDelivery', { playbackRate: 1.5 }))
    expect(events.filter((name) => name === 'ratechange')).toHaveLength(2)
    expect(speeds()).toHaveLength(2)
    close()
  })

  it('sends no message that a player does not support', () => {
    const { media, close, said, receive } = opened(muxPlayer)
    receive(JSON.stringify({ context: 'player.js', event: 'ready' }), 'https://player.mux.com')
    said.length = 0
    media.playbackRate = 2
    media.captions = 'en'
    expect(said).toEqual([])
    close()
  })
})
