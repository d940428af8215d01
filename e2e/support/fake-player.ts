import type { BrowserContext, Frame, Page } from '@playwright/test'

/** The controls of a fake player. */
interface FakePlayer {
  /** Plays from one second to another in real time, and stops there. */
  play: (from: number, to: number) => void
  pause: () => void
  jump: (to: number) => void
  rate: (rate: number) => void
  position: () => number
  speed: () => number
  playing: () => boolean
}

declare global {
  interface Window {
    player: FakePlayer
    /** True once page and player have exchanged their first messages. From then on, the page receives every event. */
    greeted?: boolean
  }
}

export type FakeProvider = 'YOUTUBE' | 'VIMEO' | 'CF' | 'MUX'

const HOSTS: Record<FakeProvider, string> = {
  YOUTUBE: 'https://www.youtube-nocookie.com/embed/',
  VIMEO: 'https://player.vimeo.com/video/',
  CF: 'https://iframe.videodelivery.net/',
  MUX: 'https://player.mux.com/',
}

/** The code of each provider's protocol: `heard` answers a message, `tell` reports the position. */
const DIALECTS: Record<FakeProvider, string> = {
  YOUTUBE: `
    const post = (event, info) => parent.postMessage(JSON.stringify({ event, info, id: 'rookies' }), origin)
    let greeted = false
    const tell = () => greeted && post('infoDelivery', { currentTime: at, duration: length, playerState: over ? 0 : playing ? 1 : 2, playbackRate: rate })
    const heard = (data) => {
      const m = JSON.parse(data)
      if (m.event === 'listening' && !greeted) { greeted = true; post('initialDelivery', { currentTime: at, duration: length, playerState: 5, playbackRate: rate }); post('onReady', null) }
      if (m.func === 'seekTo') player.jump(m.args[0])
      if (m.func === 'setPlaybackRate') player.rate(m.args[0])
    }
    const begin = Number(new URL(location).searchParams.get('start') ?? 0)`,
  VIMEO: `
    const post = (message) => parent.postMessage(JSON.stringify(message), origin)
    const wanted = new Set()
    let before = ''
    const tell = () => {
      const data = { seconds: at, duration: length, percent: at / length }
      const state = over ? 'ended' : playing ? 'playing' : 'pause'
      if (state !== before && wanted.has(state)) { before = state; post({ event: state, data }) }
      if (wanted.has('timeupdate')) post({ event: 'timeupdate', data })
    }
    const heard = (m) => {
      if (m.method === 'ping') post({ method: 'ping' })
      if (m.method === 'addEventListener') wanted.add(m.value)
      if (m.method === 'getDuration') post({ method: 'getDuration', value: length })
      if (m.method === 'setCurrentTime') player.jump(m.value)
      if (m.method === 'setPlaybackRate') { player.rate(m.value); post({ event: 'playbackratechange', data: { playbackRate: m.value } }) }
    }
    const begin = Number(/t=(\\d+)s/.exec(location.hash)?.[1] ?? 0)`,
  CF: `
    const post = (type, fields) => parent.postMessage({ __privateUnstableMessageType: type, ...fields }, origin)
    const property = (property, value) => post('propertyChange', { property, value })
    const tell = () => { property('currentTime', at); property('paused', !playing); if (over) property('ended', true) }
    const heard = (m) => {
      if (m.property === 'currentTime') player.jump(m.value)
      if (m.property === 'playbackRate') { player.rate(m.value); property('playbackRate', m.value) }
    }
    const begin = Number(new URL(location).searchParams.get('startTime') ?? 0)
    addEventListener('load', () => { post('iframeReady'); property('duration', length); window.greeted = true })`,
  MUX: `
    const post = (event, value) => parent.postMessage(JSON.stringify({ context: 'player.js', version: '0.0.11', event, value }), origin)
    const wanted = new Set()
    let before = ''
    const tell = () => {
      const state = over ? 'ended' : playing ? 'play' : 'pause'
      if (state !== before && wanted.has(state)) { before = state; post(state) }
      if (wanted.has('timeupdate')) post('timeupdate', { seconds: at, duration: length })
    }
    const heard = (data) => {
      const m = JSON.parse(data)
      if (m.method === 'addEventListener' && m.value === 'ready') post('ready', { src: location.href, events: [], methods: [] })
      if (m.method === 'addEventListener') wanted.add(m.value)
      if (m.method === 'getDuration') post('getDuration', length)
      if (m.method === 'setCurrentTime') player.jump(m.value)
    }
    const begin = Number(new URL(location).searchParams.get('start-time') ?? 0)`,
}

const page = (
  provider: FakeProvider,
  origin: string,
  seconds: number,
  autoplay: boolean,
) => `<!doctype html>
<html lang="en"><title>Player</title>
<style>body{margin:0;block-size:100vh;display:grid;place-items:center;background:#1c1b19;color:#fff;font:1.25rem system-ui}</style>
<p>A video plays here.</p>
<script>
  const origin = ${JSON.stringify(origin)}
  const length = ${seconds}
  let at = 0, rate = 1, playing = false, over = false, timer
  ${DIALECTS[provider]}
  at = begin
  window.player = {
    play(from, to) {
      clearInterval(timer)
      at = from; playing = true; over = false; tell()
      let last = performance.now()
      timer = setInterval(() => {
        const now = performance.now()
        at = Math.min(to, at + (now - last) / 1000 * rate)
        last = now
        if (at >= to) { playing = false; over = to >= length; clearInterval(timer) }
        tell()
      }, 100)
    },
    pause() { clearInterval(timer); playing = false; tell() },
    jump(to) { at = to; tell() },
    rate(next) { rate = next; tell() },
    position: () => at,
    speed: () => rate,
    playing: () => playing,
  }
  const plays = ${autoplay} && ['1', 'true'].includes(new URL(location).searchParams.get('autoplay'))
  addEventListener('message', (event) => {
    if (event.source !== parent) return
    heard(event.data)
    if (plays && !window.greeted) player.play(at, length)
    window.greeted = true
  })
</script>`

/**
 * Serves a fake player at a provider's address: a video of these seconds with the provider's protocol. It plays when a
 * test calls `play`. With `autoplay` it also starts by itself, which a browser allows after a press.
 */
export async function fakeProvider(
  context: BrowserContext,
  provider: FakeProvider,
  origin: string,
  seconds: number,
  autoplay = false,
): Promise<void> {
  await context.route(`${HOSTS[provider]}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: page(provider, origin, seconds, autoplay) }),
  )
}

export async function pressPoster(at: Page): Promise<void> {
  await at.getByRole('button', { name: /^(Play|Resume at \d+:\d+): / }).click()
}

/** Presses the poster, and returns the player once it is connected. */
export async function startPlayer(at: Page): Promise<Frame> {
  await pressPoster(at)
  return fakePlayer(at)
}

/** Returns the player on a page once it is connected. */
export async function fakePlayer(at: Page): Promise<Frame> {
  const frame = await (await at.locator('iframe').elementHandle())?.contentFrame()
  if (!frame) throw new Error('the page has no player')
  await frame.waitForFunction(() => window.greeted)
  return frame
}
