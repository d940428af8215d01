import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import VideoPlayer, { type PlayerMedia } from './video-player'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const TUBE = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?enablejsapi=1&rel=0'
const VIMEO = 'https://player.vimeo.com/video/76979871'
const LOOM = 'https://www.loom.com/embed/0281766fa2d04bb788eaf19e65135184'

let host: HTMLElement
let root: Root

beforeAll(() => Promise.all([import('./youtube-player'), import('./vimeo-player')]))

beforeEach(() => {
  localStorage.clear()
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
})

type Props = Parameters<typeof VideoPlayer>[0]

/** Renders a player, waits for its protocol, and returns a way to send its messages. */
async function show(props: Omit<Props, 'title'>) {
  await act(async () => root.render(<VideoPlayer title="Preview" {...props} />))
  const frame = await vi.waitUntil(async () => {
    // The protocol loads in a task of its own.
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    return host.querySelector<HTMLIFrameElement>('iframe')
  })
  const source = frame.contentWindow
  if (!source) throw new Error('the frame has no window')
  const postMessage = vi.spyOn(source, 'postMessage')
  const say = (data: unknown) =>
    act(async () => {
      const { origin } = new URL(frame.src)
      window.dispatchEvent(new MessageEvent('message', { data, origin, source }))
    })
  const commands = () => postMessage.mock.calls.map(([message]) => JSON.stringify(message))
  return { frame, say, commands }
}

const tube = (info: object) => JSON.stringify({ event: 'infoDelivery', info })

describe('VideoPlayer', () => {
  test("shows the provider's frame and nothing around it", async () => {
    const { frame } = await show({ src: TUBE, className: 'mine' })
    expect(host.innerHTML).toBe(frame.outerHTML)
    expect(frame.title).toBe('Preview')
    expect(frame.className).toBe('mine')
    expect(frame.getAttribute('style')).toBeNull()
    expect(frame.src).toBe(`${TUBE}&origin=${location.origin}`)
  })

  test('shows nothing at an address of no known provider', async () => {
    for (const src of [
      'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
      'https://evil.example/x.mp4',
    ]) {
      await act(async () => root.render(<VideoPlayer title="Preview" src={src} />))
      expect(host.innerHTML).toBe('')
    }
  })

  test("passes on the player's reports, and seeks", async () => {
    const seen: unknown[] = []
    let kept: PlayerMedia | undefined
    const note = (name: string) => (media: PlayerMedia) => {
      kept = media
      seen.push([name, media.currentTime, media.duration, media.paused])
    }
    const { say, commands } = await show({
      src: TUBE,
      onReady: note('ready'),
      onDurationChange: note('duration'),
      onPlay: note('play'),
      onTimeUpdate: note('time'),
      onError: note('error'),
    })
    await say(tube({ currentTime: 7, duration: 212, playerState: 1 }))
    await say(JSON.stringify({ event: 'onError', info: 150 }))
    expect(seen).toEqual([
      ['ready', 7, 212, false],
      ['duration', 7, 212, false],
      ['play', 7, 212, false],
      ['time', 7, 212, false],
      ['error', 7, 212, false],
    ])
    if (kept) kept.currentTime = 30
    expect(commands().at(-1)).toContain('seekTo')
  })

  test('uses the last chosen speed and captions for the next player', async () => {
    const first = await show({ src: VIMEO })
    await first.say({ event: 'ready' })
    await first.say({ event: 'playbackratechange', data: { playbackRate: 1 } })
    expect(localStorage.getItem('rookies-player')).toBeNull()
    await first.say({ event: 'playbackratechange', data: { playbackRate: 1.5 } })
    await first.say({ event: 'texttrackchange', data: { language: 'de' } })
    // A choice made in the player is not sent back to it.
    expect(first.commands().join()).not.toContain('setPlaybackRate')

    await act(async () => root.unmount())
    root = createRoot(host)
    const next = await show({ src: TUBE })
    // The player reports its initial rate before it receives ours. That is not a choice of the person.
    await next.say(tube({ playbackRate: 1 }))
    expect(next.commands().join()).toContain('setPlaybackRate')
    await next.say(tube({ playbackRate: 1.5 }))
    expect(JSON.parse(localStorage.getItem('rookies-player') ?? '')).toEqual({
      rate: 1.5,
      captions: 'de',
    })
    const last = await show({ src: VIMEO })
    await last.say({ event: 'ready' })
    expect(last.commands()).toContain(
      JSON.stringify({ method: 'enableTextTrack', value: { language: 'de' } }),
    )
    expect(last.commands()).toContain(JSON.stringify({ method: 'setPlaybackRate', value: 1.5 }))
  })

  test('ignores invalid preferences', async () => {
    localStorage.setItem('rookies-player', '{"rate":"fast","captions":7')
    const { say, commands } = await show({ src: VIMEO })
    await say({ event: 'ready' })
    expect(commands().join()).not.toMatch(/setPlaybackRate|enableTextTrack/)
  })

  test('reports a player that never sends messages', async () => {
    const onSilent = vi.fn()
    await show({ src: LOOM, onSilent })
    expect(onSilent).toHaveBeenCalledOnce()
    const hopeful = vi.fn()
    await show({ src: TUBE, onSilent: hopeful })
    expect(hopeful).not.toHaveBeenCalled()
  })
})
