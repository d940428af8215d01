import { expect, test } from 'vitest'
import { canonicalUrl, embedUrl, playingUrl } from './embed-url'
import type { VideoProvider } from './provider'

function lesson(video_provider: VideoProvider, video_asset_id: string | null, video_start_sec = 0) {
  return { video_provider, video_asset_id, video_start_sec }
}

const LOOM_ID = '0281766fa2d04bb788eaf19e65135184'
const CF_ID = '5d5bc37ffcf54c9b82e996823bffbb81'

test.each([
  [
    lesson('YOUTUBE', 'dQw4w9WgXcQ'),
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?enablejsapi=1&rel=0',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ],
  [
    lesson('YOUTUBE', 'dQw4w9WgXcQ', 90),
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?enablejsapi=1&rel=0&start=90',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s',
  ],
  [
    lesson('VIMEO', '76979871', 5),
    'https://player.vimeo.com/video/76979871#t=5s',
    'https://vimeo.com/76979871#t=5s',
  ],
  [
    lesson('VIMEO', '76979871/8272103f6e'),
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://vimeo.com/76979871/8272103f6e',
  ],
  [
    lesson('LOOM', LOOM_ID, 30),
    `https://www.loom.com/embed/${LOOM_ID}?t=30`,
    `https://www.loom.com/share/${LOOM_ID}?t=30`,
  ],
  [
    lesson('CF', CF_ID, 30),
    `https://iframe.videodelivery.net/${CF_ID}?startTime=30`,
    `https://watch.cloudflarestream.com/${CF_ID}?startTime=30`,
  ],
  [
    lesson('MUX', 'DS00Spx1CV902MCtPj5W', 30),
    'https://player.mux.com/DS00Spx1CV902MCtPj5W?start-time=30',
    'https://player.mux.com/DS00Spx1CV902MCtPj5W?start-time=30',
  ],
])('plays %o at %s', (video, player, page) => {
  expect(embedUrl(video)).toBe(player)
  expect(canonicalUrl(video)).toBe(page)
})

test.each([
  lesson('NONE', null),
  lesson('NONE', 'dQw4w9WgXcQ'),
  lesson('YOUTUBE', null),
  lesson('YOUTUBE', ''),
  lesson('YOUTUBE', 'videoseries'),
  lesson('YOUTUBE', '../../evil1'),
  lesson('YOUTUBE', 'dQw4w9WgXcQ"><script>'),
  lesson('VIMEO', '76979871?h=x'),
  lesson('VIMEO', '76979871/../../x'),
  lesson('LOOM', CF_ID.toUpperCase()),
  lesson('CF', 'eyJhbGciOiJIUzI1NiJ9'),
  lesson('MUX', 'not an id'),
])('returns no player and no page for %o', (video) => {
  expect(embedUrl(video)).toBeNull()
  expect(canonicalUrl(video)).toBeNull()
})

test.each([-5, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'ignores a start time of %d',
  (start) => {
    expect(embedUrl(lesson('CF', CF_ID, start))).toBe(`https://iframe.videodelivery.net/${CF_ID}`)
  },
)

test.each([
  [lesson('YOUTUBE', 'dQw4w9WgXcQ', 90), '?enablejsapi=1&rel=0&start=90&autoplay=1'],
  [lesson('VIMEO', '76979871/8272103f6e', 90), '?h=8272103f6e&autoplay=1#t=90s'],
  [lesson('LOOM', LOOM_ID, 90), '?t=90&autoplay=1'],
  [lesson('CF', CF_ID, 90), '?startTime=90&autoplay=true'],
])('starts %o automatically at its start time', (video, query) => {
  const { search, hash } = new URL(playingUrl(embedUrl(video) ?? ''))
  expect(search + hash).toBe(query)
})
