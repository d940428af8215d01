import { keepLook, type Look } from '@rookies/data/access/look'
import { createQueryClient } from '@rookies/data/query-client'
import { createDataClient } from '@rookies/data/session/create-client'
import { accessKeys } from '@rookies/data/session/keys'
import { afterEach, expect, it, vi } from 'vitest'
import { describeApp } from './describe-app'

const LOGO = 'covers/0f8fad5b-d9cb-469f-a165-70867728950e/logo-512x512.png'
const PROJECT = 'https://project.test'
const head = document.head.innerHTML

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  document.head.innerHTML = head
})

/** Runs `describeApp` for a school's settings, or without settings if `look` is null. */
async function described(look: Look | null) {
  vi.stubEnv('VITE_SUPABASE_URL', PROJECT)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />'
  const queries = createQueryClient()
  queries.setDefaultOptions({ queries: { retry: false } })
  if (look) queries.setQueryData(accessKeys.boot(), { settings: look })
  await describeApp(createDataClient({ url: PROJECT, key: 'key' }), queries)
  const of = (selector: string, name: string) =>
    document.querySelector(selector)?.getAttribute(name)
  return {
    manifest: of('link[rel="manifest"]', 'href'),
    name: of('meta[name="apple-mobile-web-app-title"]', 'content'),
    icon: of('link[rel="icon"]', 'href'),
  }
}

const OWN = `${PROJECT}/functions/v1/site/app.webmanifest`
const NEW: Look = { site_name: 'Rookies', accent: 'green', logo: '' }

it.each<[string, Partial<Look>, { manifest: string; name: string; icon: string }]>([
  [
    'a new installation',
    {},
    { manifest: '/app.webmanifest', name: 'Rookies', icon: '/favicon.svg' },
  ],
  ['a name', { site_name: 'Harbour' }, { manifest: OWN, name: 'Harbour', icon: '/favicon.svg' }],
  ['a colour', { accent: 'plum' }, { manifest: OWN, name: 'Rookies', icon: '/favicon.svg' }],
  [
    'a square logo',
    { logo: LOGO },
    { manifest: OWN, name: 'Rookies', icon: `${PROJECT}/storage/v1/object/public/${LOGO}` },
  ],
  [
    'a wide logo',
    { logo: LOGO.replace('512x512', '512x128') },
    { manifest: OWN, name: 'Rookies', icon: '/favicon.svg' },
  ],
])('gives the browser the manifest, the name and the icon of %s', async (_, look, expected) => {
  expect(await described({ ...NEW, ...look })).toEqual(expected)
})

it('describes the school of the last visit while the settings cannot be read', async () => {
  keepLook({ ...NEW, site_name: 'Harbour' })
  expect(await described(null)).toMatchObject({ manifest: OWN, name: 'Harbour' })
})
