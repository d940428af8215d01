import { describe, expect, test } from 'vitest'
import { canonicalUrl, embedUrl, type LessonVideo } from './embed-url'
import { NO_VALID_VIDEO, VIDEO_NOT_AVAILABLE } from './messages'
import { parseVideoLink, type VideoLink } from './parse-video-link'
import type { VideoProvider } from './provider'

const YT = 'dQw4w9WgXcQ'
const LOOM_ID = '0281766fa2d04bb788eaf19e65135184'
const CF_ID = '5d5bc37ffcf54c9b82e996823bffbb81'
const MUX_ID = 'DS00Spx1CV902MCtPj5WknGlR102V5HFkDe'
const JWT = 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImFiYyJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl'

type Row = [text: string, assetId: string, startSec?: number, chosen?: VideoProvider]

const UNDERSTOOD: Record<VideoLink['provider'], Row[]> = {
  YOUTUBE: [
    [`https://www.youtube.com/watch?v=${YT}`, YT],
    [`http://youtube.com/watch?v=${YT}`, YT],
    [`https://m.youtube.com/watch?v=${YT}&feature=share`, YT],
    [`https://music.youtube.com/watch?v=${YT}&list=RDAMVM`, YT],
    [`https://www.youtube.com/watch?app=desktop&v=${YT}&list=PL123&index=4`, YT],
    [`https://www.youtube.com/watch?v=${YT}&t=1h2m3s`, YT, 3723],
    [`https://www.youtube.com/watch?v=${YT}&t=90`, YT, 90],
    [`https://www.youtube.com/watch?v=${YT}#t=2m`, YT, 120],
    [`https://www.youtube.com/watch?v=${YT}&t=soon`, YT, 0],
    [`https://www.youtube.com/watch?v=${YT}&t=999999999`, YT, 0],
    [`https://youtu.be/${YT}?si=AbCdEfGh&t=42`, YT, 42],
    [`https://youtu.be/${YT}/`, YT],
    [`youtu.be/${YT}`, YT],
    [`youtu.be/${YT}.`, YT],
    [`<https://youtu.be/${YT}>`, YT],
    [`//www.youtube.com/embed/${YT}`, YT],
    [`  https://www.youtube.com/shorts/${YT}?feature=share  `, YT],
    [`https://www.youtube.com/live/${YT}?t=1m30s`, YT, 90],
    [`https://www.youtube.com/embed/${YT}?start=75&autoplay=1`, YT, 75],
    [`https://www.youtube-nocookie.com/embed/${YT}`, YT],
    [`https://www.youtube.com/v/${YT}?version=3`, YT],
    [`https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${YT}%26feature%3Dshare`, YT],
    [`HTTPS://WWW.YOUTUBE.COM/watch?v=${YT}`, YT],
    [YT, YT, 0, 'YOUTUBE'],
    [
      `<iframe width="560" height="315" src="https://www.youtube.com/embed/${YT}?si=a&amp;start=61" title="x" allowfullscreen></iframe>`,
      YT,
      61,
    ],
  ],
  VIMEO: [
    ['https://vimeo.com/76979871', '76979871'],
    ['https://www.vimeo.com/76979871/', '76979871'],
    ['https://vimeo.com/76979871#t=1m2s', '76979871', 62],
    ['https://vimeo.com/76979871?share=copy#t=30', '76979871', 30],
    ['https://vimeo.com/channels/staffpicks/76979871', '76979871'],
    ['https://vimeo.com/groups/shortfilms/videos/76979871', '76979871'],
    ['https://vimeo.com/album/123/video/76979871', '76979871'],
    ['https://vimeo.com/showcase/123/video/76979871', '76979871'],
    ['https://vimeo.com/ondemand/somefilm/76979871', '76979871'],
    ['https://vimeo.com/manage/videos/76979871', '76979871'],
    ['https://vimeo.com/video/76979871', '76979871'],
    ['https://player.vimeo.com/video/76979871', '76979871'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', '76979871/8272103f6e'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e&badge=0#t=5s', '76979871/8272103f6e', 5],
    ['https://vimeo.com/76979871/8272103f6e', '76979871/8272103f6e'],
    ['https://vimeo.com/76979871/8272103f6e?share=copy', '76979871/8272103f6e'],
    ['https://vimeo.com/manage/videos/76979871/8272103f6e', '76979871/8272103f6e'],
    ['76979871', '76979871', 0, 'VIMEO'],
    ['76979871/8272103f6e', '76979871/8272103f6e', 0, 'VIMEO'],
    [
      '<div style="padding:56.25% 0 0 0;position:relative;"><iframe src="https://player.vimeo.com/video/76979871?h=8272103f6e&amp;badge=0&amp;app_id=58479" frameborder="0" title="x"></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>',
      '76979871/8272103f6e',
    ],
  ],
  LOOM: [
    [`https://www.loom.com/share/${LOOM_ID}`, LOOM_ID],
    [`https://loom.com/share/${LOOM_ID}?sid=94a6b1c2-1f5e-4d9b-8f6a-0d2b5b8f1c11`, LOOM_ID],
    [`https://www.loom.com/share/How-to-brew-tea-${LOOM_ID}`, LOOM_ID],
    [`https://www.loom.com/share/${LOOM_ID}?t=75`, LOOM_ID, 75],
    [`https://www.loom.com/embed/${LOOM_ID}?hide_owner=true`, LOOM_ID],
    [`loom.com/share/${LOOM_ID}`, LOOM_ID],
    [LOOM_ID, LOOM_ID, 0, 'LOOM'],
    [
      `<div style="position: relative; height: 0;"><iframe src="https://www.loom.com/embed/${LOOM_ID}?sid=1" frameborder="0" webkitallowfullscreen></iframe></div>`,
      LOOM_ID,
    ],
  ],
  CF: [
    [`https://iframe.videodelivery.net/${CF_ID}`, CF_ID],
    [`https://iframe.videodelivery.net/${CF_ID}?startTime=1m5s&poster=x`, CF_ID, 65],
    [`https://iframe.cloudflarestream.com/${CF_ID}`, CF_ID],
    [`https://watch.cloudflarestream.com/${CF_ID}`, CF_ID],
    [`https://watch.videodelivery.net/${CF_ID}`, CF_ID],
    [
      `https://customer-f33zs165nr7gyfy4.cloudflarestream.com/${CF_ID}/iframe?startTime=30`,
      CF_ID,
      30,
    ],
    [`https://customer-f33zs165nr7gyfy4.cloudflarestream.com/${CF_ID}/watch`, CF_ID],
    [`https://customer-f33zs165nr7gyfy4.cloudflarestream.com/${CF_ID}/manifest/video.m3u8`, CF_ID],
    [
      `https://customer-f33zs165nr7gyfy4.cloudflarestream.com/${CF_ID}/thumbnails/thumbnail.jpg`,
      CF_ID,
    ],
    [`https://videodelivery.net/${CF_ID}/manifest/video.mpd`, CF_ID],
    [`https://videodelivery.net/${CF_ID}`, CF_ID],
    [CF_ID, CF_ID, 0, 'CF'],
    ['short_id-1', 'short_id-1', 0, 'CF'],
    ['1234567890', '1234567890', 0, 'CF'],
    [
      `<div style="position: relative; padding-top: 56.25%;"><iframe src="https://customer-f33zs165nr7gyfy4.cloudflarestream.com/${CF_ID}/iframe?muted=true&amp;startTime=9s" loading="lazy" allowfullscreen="true"></iframe></div>`,
      CF_ID,
      9,
    ],
    [
      `<stream src="${CF_ID}" controls></stream><script data-cfasync="false" defer type="text/javascript" src="https://embed.cloudflarestream.com/embed/we4g.fla9.latest.js?video=${CF_ID}"></script>`,
      CF_ID,
    ],
    [`https://embed.cloudflarestream.com/embed/we4g.fla9.latest.js?video=${CF_ID}`, CF_ID],
  ],
  MUX: [
    [`https://player.mux.com/${MUX_ID}`, MUX_ID],
    [`https://player.mux.com/${MUX_ID}?start-time=12.5&metadata-video-title=x`, MUX_ID, 12],
    [`https://stream.mux.com/${MUX_ID}.m3u8`, MUX_ID],
    [`https://stream.mux.com/${MUX_ID}/high.mp4`, MUX_ID],
    [`https://image.mux.com/${MUX_ID}/thumbnail.jpg`, MUX_ID],
    [MUX_ID, MUX_ID, 0, 'MUX'],
    [`<mux-player playback-id="${MUX_ID}" metadata-video-title="x"></mux-player>`, MUX_ID],
    [`<mux-player\n  start-time="90"\n  playback-id='${MUX_ID}'\n></mux-player>`, MUX_ID, 90],
    [
      `<script src="https://cdn.jsdelivr.net/npm/@mux/mux-player"></script><mux-player playback-id=${MUX_ID}>`,
      MUX_ID,
    ],
    [
      `<iframe src="https://player.mux.com/${MUX_ID}" style="width: 100%" allowfullscreen></iframe>`,
      MUX_ID,
    ],
  ],
}

const REFUSED: [why: string, text: string, chosen?: VideoProvider][] = [
  ['nothing', ''],
  ['white space', ' \n\t'],
  ['words', 'a video about tea'],
  ['another site', `https://example.org/watch?v=${YT}`],
  ['a host that ends alike', `https://evilyoutube.com/watch?v=${YT}`],
  ['a host that begins alike', `https://youtube.com.evil.example/watch?v=${YT}`],
  ['a host with a dash', `https://www-youtube.com/watch?v=${YT}`],
  ['a subdomain of no one', `https://evil.youtube.com/watch?v=${YT}`],
  ['a host in the user name', `https://youtube.com@evil.example/watch?v=${YT}`],
  ['a user name', `https://someone@youtube.com/watch?v=${YT}`],
  ['a user name and password', `https://a:b@www.youtube.com/watch?v=${YT}`],
  ['a host in the path', `https://evil.example/youtube.com/watch?v=${YT}`],
  ['a host in the query', `https://evil.example/?u=https://youtube.com/watch?v=${YT}`],
  ['a backslash', `https://evil.example\\@youtube.com/watch?v=${YT}`],
  ['a port', `https://youtube.com:8443/watch?v=${YT}`],
  ['a letter that looks alike', `https://уoutube.com/watch?v=${YT}`],
  ['a final dot', `https://youtube.com./watch?v=${YT}`],
  ['javascript:', `javascript:alert('https://youtube.com/watch?v=${YT}')`],
  ['data:', `data:text/html,https://youtu.be/${YT}`],
  ['ftp:', `ftp://youtube.com/watch?v=${YT}`],
  ['a playlist', 'https://www.youtube.com/playlist?list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs'],
  ['an embedded playlist', 'https://www.youtube.com/embed/videoseries?list=PL590L5WQmH8f'],
  ['a live channel', 'https://www.youtube.com/embed/live_stream?channel=UC123'],
  ['a channel', 'https://www.youtube.com/@someone'],
  ['an id too short', 'https://www.youtube.com/watch?v=dQw4w9WgXc'],
  ['an id too long', `https://www.youtube.com/watch?v=${YT}Q`],
  ['an id with an escape', 'https://www.youtube.com/watch?v=dQw4w9WgX%22Q'],
  ['no id', 'https://www.youtube.com/watch'],
  [
    'another page behind a link',
    `https://www.youtube.com/attribution_link?u=//evil.example/watch?v=${YT}`,
  ],
  ['a page of Vimeo', 'https://vimeo.com/about/123'],
  ['a person on Vimeo', 'https://vimeo.com/someone'],
  ['an event on Vimeo', 'https://vimeo.com/event/76979871'],
  ['a look-alike of Vimeo', 'https://player.vimeo.com.evil.example/video/76979871'],
  ['a folder on Loom', `https://www.loom.com/share/folder/${LOOM_ID}`],
  ['a short id on Loom', 'https://www.loom.com/share/0281766fa2d04bb788ea'],
  ['a look-alike of Loom', `https://loom.com.evil.example/share/${LOOM_ID}`],
  [
    'a token for an id, Cloudflare',
    `https://customer-f33zs165nr7gyfy4.cloudflarestream.com/${JWT}/iframe`,
  ],
  ['a token for an id, iframe', `https://iframe.videodelivery.net/${JWT}`],
  ['a bare id of YouTube, no provider chosen', YT],
  ['a bare id of Cloudflare, no provider chosen', CF_ID],
  ['a bare number, no provider chosen', '76979871'],
  ['a word, no provider chosen', 'introduction'],
  ['a bare token', JWT],
  ['a bare token as CF', JWT, 'CF'],
  ['a bare token as MUX', JWT, 'MUX'],
  ['the first part of a token', JWT.split('.')[0] ?? '', 'CF'],
  ['the first part of a token, link', `https://watch.cloudflarestream.com/${JWT.split('.')[0]}`],
  ['a token in a tag', `<stream src="${JWT}"></stream>`],
  ['a customer host that is none', `https://customer-x.evil.cloudflarestream.com/${CF_ID}/iframe`],
  ['another product of Cloudflare', `https://cloudflarestream.com.evil.example/${CF_ID}/iframe`],
  ['a page of Cloudflare Stream', `https://watch.cloudflarestream.com/${CF_ID}/edit`],
  ['a bare id too short', 'abc123_-9', 'CF'],
  ['a bare id with other signs', 'abc/def.ghi', 'CF'],
  ['a signed stream of Mux', `https://stream.mux.com/${MUX_ID}.m3u8?token=${JWT}`],
  ['a signed player of Mux', `<mux-player playback-id="${MUX_ID}" playback-token="${JWT}">`],
  ['a look-alike of Mux', `https://player.mux.com.evil.example/${MUX_ID}`],
  ['an id of Mux with other signs', `https://player.mux.com/${MUX_ID}_x`],
  ['a frame of another site', `<iframe src="https://evil.example/embed/${YT}"></iframe>`],
  ['a frame without an address', '<iframe></iframe>'],
  ['a frame with a script', '<iframe src="javascript:alert(1)"></iframe>'],
  ['a frame with the address elsewhere', `<iframe data-src="https://youtu.be/${YT}"></iframe>`],
  ['two addresses', `https://youtu.be/${YT} https://youtu.be/${YT}`],
  ['a bare id with another provider chosen', 'x', 'YOUTUBE'],
  ['something endless', `<iframe ${'src='.repeat(5000)}`],
]

function lesson({ provider, assetId, startSec }: VideoLink): LessonVideo {
  return { video_provider: provider, video_asset_id: assetId, video_start_sec: startSec }
}

describe.each(Object.entries(UNDERSTOOD))('links of %s', (provider, rows) => {
  test.each(rows)('parses %s', (text, assetId, startSec = 0, chosen = 'NONE') => {
    expect(parseVideoLink(text, chosen)).toEqual({ provider, assetId, startSec })
  })

  test.each(rows)('parses our own address of the video again: %s', (text, _id, _start, chosen) => {
    const video = parseVideoLink(text, chosen)
    if (video === null) throw new Error('not understood')
    expect(parseVideoLink(embedUrl(lesson(video)) ?? '')).toEqual(video)
    expect(parseVideoLink(canonicalUrl(lesson(video)) ?? '')).toEqual(video)
  })
})

test.each(REFUSED)('refuses %s', (_why, text, chosen) => {
  expect(parseVideoLink(text, chosen)).toBeNull()
})

test('ignores the chosen provider if the link belongs to another one', () => {
  expect(parseVideoLink(`https://youtu.be/${YT}`, 'MUX')?.provider).toBe('YOUTUBE')
})

test('takes little time for hostile texts', () => {
  const start = performance.now()
  for (const part of ['<iframe ', 'src="', '<stream src=', 'https://', 'a-', '1:', '1h']) {
    parseVideoLink(part.repeat(Math.floor(5000 / part.length)))
  }
  expect(performance.now() - start).toBeLessThan(200)
})

test('shows the messages of the rules', () => {
  expect([NO_VALID_VIDEO, VIDEO_NOT_AVAILABLE]).toEqual([
    'No valid video URL provided',
    'Video not available',
  ])
})
