import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { defaultSchool } from '../../../functions/_shared/school.ts'
import { manifestOf } from '../../../functions/site/manifest.ts'
import { answerSite } from '../../../functions/site/site.ts'

// Tests the manifest of the installed app (rules/settings#installed-app).
afterEach(() => vi.unstubAllGlobals())

const SITE = 'https://harbour.example'
const LOGO = 'covers/0f8fad5b-d9cb-469f-a165-70867728950e/logo-512x512.png'

test('the manifest of a new installation equals the static one of the portal, except for its colour', () => {
  const file = new URL('../../../../apps/learner/public/app.webmanifest', import.meta.url)
  const { icons, ...stays } = JSON.parse(readFileSync(file, 'utf8'))
  const absolute = (path: string) => new URL(path, SITE).href
  expect(manifestOf(defaultSchool(SITE))).toEqual({
    ...stays,
    id: absolute(stays.id),
    start_url: absolute(stays.start_url),
    scope: absolute(stays.scope),
    theme_color: '#17694d',
    icons: icons.map((icon: { src: string }) => ({ ...icon, src: absolute(icon.src) })),
  })
})

test.each([
  ['Harbour', 'Harbour'],
  ['Harbour Code School', 'Harbour Code'],
  ['The Harbour School', 'The Harbour'],
  ['Programmierschule Wien', 'Programmierschule Wien'],
  ['東京プログラミング', '東京プログラミング'],
])('the short name of %s is %s', (name, short) => {
  expect(manifestOf({ ...defaultSchool(SITE), name }).short_name).toBe(short)
})

test.each([
  [512, 512, 1],
  [192, 192, 1],
  [191, 191, 4],
  [512, 256, 4],
])('a logo of %i by %i makes %i icons', (width, height, count) => {
  const logo = { url: `${SITE}/l.png`, width, height }
  expect(manifestOf({ ...defaultSchool(SITE), logo }).icons).toHaveLength(count)
})

const options = {
  restUrl: 'http://project.test/rest/v1',
  storageUrl: 'http://project.test/storage/v1',
  serviceKey: 'service',
  siteUrl: `${SITE}/`,
  log: () => {},
}
const ask = (path: string, init: RequestInit = {}) =>
  answerSite(new Request(`http://project.test/functions/v1/site/${path}`, init), options)

test('every page may read the manifest, and it may be stored for minutes', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ site_name: 'Harbour', accent: 'plum', logo: LOGO, contact_email: '' }),
  )
  const answer = await ask('app.webmanifest')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  expect(await answer.json()).toMatchObject({
    name: 'Harbour',
    theme_color: '#94307a',
    icons: [{ src: `http://project.test/storage/v1/object/public/${LOGO}`, sizes: '512x512' }],
  })
  const head = await ask('app.webmanifest', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('other addresses get 404, and an answer about a failure is not cached', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 503 }))
  const failed = await ask('app.webmanifest')
  expect([failed.status, failed.headers.get('cache-control')]).toEqual([502, 'no-store'])
  expect(await failed.text()).not.toContain('html')
  expect((await ask('other')).status).toBe(404)
  expect((await ask('app.webmanifest', { method: 'POST' })).status).toBe(405)
})
