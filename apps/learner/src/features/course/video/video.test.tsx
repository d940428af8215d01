import { aLesson, anOutline } from '@rookies/data/testing/outline'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { aBody } from '../../../testing/fixtures'
import { visitCourse } from '../../../testing/open-course'

let portal: ReturnType<typeof visitCourse>
afterEach(() => {
  portal.leave()
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})

const PROVIDERS = { YOUTUBE: 'dQw4w9WgXcQ', LOOM: '0281766fa2d04bb788eaf19e65135184' }
type Outline = Parameters<typeof anOutline>[0]
type Body = Parameters<typeof aBody>[1]

/** Opens a course whose first lesson is a video; the others are texts. */
function visit(
  provider: keyof typeof PROVIDERS = 'YOUTUBE',
  outline: Outline = {},
  body: Body = {},
) {
  const video = {
    content_type: 'VIDEO',
    video_provider: provider,
    video_asset_id: PROVIDERS[provider],
  } as const
  portal = visitCourse('/app/courses/git/lesson/a', {
    course_outline: anOutline({
      modules: [
        {
          id: 'm',
          title: 'M',
          lessons: [aLesson('a', { type: 'VIDEO' }), aLesson('b'), aLesson('c')],
        },
      ],
      ...outline,
    }),
    lessons: ({ query }: { query: URLSearchParams }) => {
      const id = query.get('id')?.replace('eq.', '') ?? ''
      return { body: [id === 'a' ? aBody(id, { ...video, ...body }) : aBody(id)] }
    },
  })
}

const poster = (name: RegExp) => screen.findByRole('button', { name })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

/** Presses the poster and connects a fake player. */
async function play() {
  fireEvent.click(await poster(/^(Play|Resume)/))
  const frame = await screen.findByTitle<HTMLIFrameElement>('Video: Lesson a')
  // The effects of this render start listening to the player's messages.
  await act(async () => undefined)
  const source = frame.contentWindow
  if (!source) throw new Error('the frame has no window')
  const posted = vi.spyOn(source, 'postMessage')
  return {
    frame,
    sentMessages: () => posted.mock.calls.map(([message]) => String(message)).join(),
    say: (info: object) =>
      act(async () => {
        const { origin } = new URL(frame.src)
        const data = JSON.stringify({ event: 'infoDelivery', info })
        window.dispatchEvent(new MessageEvent('message', { data, origin, source }))
      }),
  }
}

/** Advances the clock by these seconds. */
async function pass(seconds: number) {
  for (let i = 0; i < seconds; i += 1) await act(async () => vi.advanceTimersByTime(1_000))
}

const ended = { currentTime: 60, duration: 60, playerState: 0 }

it('a poster is shown, and nothing is requested from the provider before it is pressed', async () => {
  visit(
    'YOUTUBE',
    {},
    {
      duration_sec: 1199,
      lesson_progress: [{ position_sec: 431.5, duration_sec: 1199, watched: '{[0,400)}' }],
    },
  )
  await poster(/^Resume at 07:11: Lesson a, length 19:59$/)
  expect(document.querySelector('iframe')).toBeNull()
  expect(screen.getByText('33% watched')).toBeTruthy()
  const { frame } = await play()
  expect(frame.src).toContain('start=431')
  expect(frame.src).toContain('autoplay=1')
  expect(document.activeElement).toBe(frame.parentElement)
  expect(screen.queryByRole('button', { name: /^Resume/ })).toBeNull()
})

const half = { position_sec: 900, duration_sec: 1200, watched: '{[600,900)}' }

it('the watched share starts at the second that the link names', async () => {
  visit('YOUTUBE', {}, { video_start_sec: 600, lesson_progress: [half] })
  await poster(/^Resume at 15:00: Lesson a/)
  expect(screen.getByText('50% watched')).toBeTruthy()
})

it('watching starts from zero if the lesson had another video before', async () => {
  visit('YOUTUBE', {}, { lesson_progress: [{ ...half, video: 'VIMEO:1084537' }] })
  await poster(/^Play: Lesson a/)
  expect(screen.queryByText(/% watched$/)).toBeNull()
})

it('a video that was not watched plays from the beginning, and shortcuts control it', async () => {
  visit()
  await poster(/^Play: Lesson a$/)
  const { say, sentMessages } = await play()
  fireEvent.keyDown(document.body, { key: 'k' })
  expect(sentMessages()).not.toContain('Video')
  await say({ currentTime: 5, duration: 60, playerState: 1 })
  fireEvent.keyDown(document.body, { key: 'k' })
  expect(sentMessages()).toContain('pauseVideo')
  await say({ playerState: 2 })
  fireEvent.keyDown(document.body, { key: 'k' })
  expect(sentMessages()).toContain('playVideo')
  fireEvent.keyDown(document.body, { key: 'l' })
  expect(sentMessages()).toContain('"seekTo","args":[15,')
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(sentMessages()).toContain('"seekTo","args":[0,')
})

it('a video plays at the chosen speed, and the browser remembers it', async () => {
  visit()
  const { say, sentMessages } = await play()
  await say({ currentTime: 5, duration: 60, playerState: 1, playbackRate: 1 })
  const speed = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Speed' })
  fireEvent.change(speed, { target: { value: '1.5' } })
  await waitFor(() => expect(sentMessages()).toContain('"setPlaybackRate","args":[1.5]'))
  await say({ currentTime: 6, playbackRate: 1.5 })
  fireEvent.keyDown(document.body, { key: '>' })
  await waitFor(() => expect(sentMessages()).toContain('"setPlaybackRate","args":[1.75]'))
  await say({ currentTime: 6, playbackRate: 1.75 })
  expect(speed.value).toBe('1.75')
  await say({ currentTime: 7, playbackRate: 0.25 })
  expect(speed.value).toBe('0.25')
  expect(localStorage.getItem('rookies-player')).toContain('0.25')
})

it('the next lesson opens after the end unless the person stops it', async () => {
  visit()
  const { say } = await play()
  await say({ currentTime: 58, duration: 60, playerState: 1 })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await say(ended)
  expect(screen.getByText('Next: Lesson b, in 8 seconds. Press Escape to stay here.')).toBeTruthy()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await pass(20)
  expect(screen.getByText('8')).toBeTruthy()
  hidden.mockReturnValue(false)
  // The countdown stops behind a dialog, and while the person types or chooses.
  const other = document.body.appendChild(document.createElement('dialog'))
  other.open = true
  await pass(20)
  other.remove()
  screen.getByRole('combobox', { name: 'Speed' }).focus()
  await pass(20)
  expect(screen.getByText('8')).toBeTruthy()
  screen.getByRole('button', { name: 'Continue now' }).focus()
  await pass(7)
  expect(screen.getByText('1')).toBeTruthy()
  await pass(1)
  vi.useRealTimers()
  await heading('Lesson b')
})

it.each([
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))],
])('the person stays in the lesson if they stop the countdown by %s', async (_, stop) => {
  visit()
  const { say, frame } = await play()
  await say({ currentTime: 58, duration: 60, playerState: 1 })
  await say(ended)
  stop()
  expect(screen.queryByText(/^Next in/)).toBeNull()
  expect(document.activeElement).toBe(frame.parentElement)
  // Playing again removes the countdown.
  await say({ currentTime: 1, playerState: 1 })
  await say(ended)
  fireEvent.click(screen.getByRole('button', { name: 'Continue now' }))
  await heading('Lesson b')
})

it.each<[string, Outline]>([
  [
    'a next lesson that is locked',
    {
      modules: [
        {
          id: 'm',
          title: 'M',
          lessons: [aLesson('a', { type: 'VIDEO' }), aLesson('b', { open: false })],
        },
      ],
    },
  ],
  [
    'the end of a module',
    {
      modules: [
        {
          id: 'm',
          title: 'M',
          lessons: [aLesson('z', { done: true }), aLesson('a', { type: 'VIDEO' })],
        },
        { id: 'n', title: 'N', lessons: [aLesson('b')] },
      ],
    },
  ],
  ['what staff look at ahead of their learners', { entitled: false, can_preview: true }],
])('the next lesson does not open by itself before %s', async (_, outline) => {
  visit('YOUTUBE', outline)
  const { say } = await play()
  await say({ currentTime: 58, duration: 60, playerState: 1 })
  await say(ended)
  expect(screen.queryByText(/^Next in/)).toBeNull()
})

it('a message says within five seconds that a player does not answer, and disappears when it does', async () => {
  visit()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { say } = await play()
  await act(async () => vi.advanceTimersByTime(5_100))
  expect(screen.getByText("The video can't be reached")).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Watch on YouTube' })).toBeTruthy()
  await say({ currentTime: 0, duration: 60 })
  expect(screen.queryByText("The video can't be reached")).toBeNull()
})

it('whether a player that never sends messages can load is found out by requesting its host', async () => {
  const asked = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  visit('LOOM')
  const ordinary = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    String(input).includes('loom.com') ? asked() : ordinary(input, init),
  )
  fireEvent.click(await poster(/^Play/))
  await screen.findByText("The video can't be reached")
  expect(asked).toHaveBeenCalledOnce()
  expect(screen.getByRole('link', { name: 'Watch on Loom' })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Speed' })).toBeNull()

  asked.mockResolvedValue(new Response() as never)
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  expect(screen.queryByText("The video can't be reached")).toBeNull()
})

it('an offline person reads that a video needs a connection, and the video loads when the connection returns', async () => {
  visit('LOOM')
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent.click(await poster(/^Play/))
  await screen.findByText('This video needs a connection')
  expect(screen.queryByRole('link', { name: /^Watch on/ })).toBeNull()
  line.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText('This video needs a connection')).toBeNull())
})
