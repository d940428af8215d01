import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import {
  fileHeaders,
  inlineScriptHashes,
  pageHeaders,
  projectOrigins,
  TLS_HEADERS,
} from '../../supabase/local/src/gateway/site-table'
import { temporaryFolder } from '../../supabase/local/src/testing/temporary-folder'
import { assembleSite, readProjectUrl } from './assemble'

const projectUrl = 'https://abc.supabase.co'
const learnerPage = '<!doctype html><script>boot()</script><script src="/assets/a-1.js"></script>'
const backofficePage = '<!doctype html><script>panel()</script>'

const BUILD = {
  'learner/dist/index.html': learnerPage,
  'learner/dist/index.html.gz': 'zipped',
  'learner/dist/runner.html': 'runner',
  'learner/dist/page.html': 'page',
  'learner/dist/worker.js': 'worker',
  'learner/dist/app.webmanifest': '{}',
  'learner/dist/assets/a-1.js': 'a',
  'learner/dist/assets/a-1.js.br': 'brotli',
  'learner/dist/notes.key': 'not served',
  'learner/dist/.vite/manifest.json': '{}',
  'backoffice/dist/index.html': backofficePage,
  'backoffice/dist/assets/b-1.js': 'b',
}

/** Assembles the site from a small build. Returns the folder. */
function assemble(options: { projectUrl?: string; more?: string[] } = {}): string {
  const [appsDir, into] = [temporaryFolder(), join(temporaryFolder(), 'dist')]
  const more = Object.fromEntries((options.more ?? []).map((path) => [path, '']))
  for (const [path, content] of Object.entries({ ...BUILD, ...more })) {
    mkdirSync(dirname(join(appsDir, path)), { recursive: true })
    writeFileSync(join(appsDir, path), content)
  }
  assembleSite({ appsDir, into, projectUrl: options.projectUrl })
  return into
}

const pageOf = (app: 'learner' | 'backoffice', html: string) =>
  pageHeaders(app, {
    scriptHashes: inlineScriptHashes(html),
    connect: projectOrigins(projectUrl),
  })

let written: Record<'headers' | 'redirects' | 'nginx' | 'caddy', string>
let files: string[]
beforeEach(() => {
  const dir = assemble({ projectUrl })
  const read = (name: string) => readFileSync(join(dir, name), 'utf8')
  written = {
    headers: read('site/_headers'),
    redirects: read('site/_redirects'),
    nginx: read('nginx.conf'),
    caddy: read('Caddyfile'),
  }
  files = readdirSync(join(dir, 'site'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(dir, 'site'), join(entry.parentPath, entry.name)))
    .map((path) => `/${path.replaceAll('\\', '/')}`)
    .sort()
})

test('the site contains all files that the gateway would serve with their compressed copies, and no others', () => {
  expect(files).toEqual([
    '/_headers',
    '/_redirects',
    '/admin/assets/404.html',
    '/admin/assets/b-1.js',
    '/admin/index.html',
    '/app.webmanifest',
    '/assets/404.html',
    '/assets/a-1.js',
    '/assets/a-1.js.br',
    '/index.html',
    '/index.html.gz',
    '/page.html',
    '/runner.html',
    '/worker.js',
  ])
})

test.each(['headers', 'nginx', 'caddy'] as const)(
  'the configuration for %s allows the scripts of both pages and requests to the project',
  (name) => {
    for (const script of ['boot()', 'panel()']) {
      const digest = createHash('sha256').update(script).digest('base64')
      expect(written[name]).toContain(`'sha256-${digest}'`)
    }
    expect(written[name]).toContain(
      "connect-src 'self' https://abc.supabase.co wss://abc.supabase.co",
    )
  },
)

/** Returns the rules of `_headers` that match a path, each with the headers that it removes and sets. */
function rulesFor(path: string) {
  return written.headers
    .split('\n\n')
    .map((block) => block.trim().split('\n  '))
    .filter(([pattern = '']) =>
      pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
    )
    .map(([, ...lines]) => ({
      taken: lines.filter((line) => line.startsWith('! ')).map((line) => line.slice(2)),
      set: lines.filter((line) => !line.startsWith('! ')).map((line) => line.split(/: (.*)/)),
    }))
}

/** Returns what Cloudflare Pages sends: it joins the values of all rules, unless a rule removes the earlier ones. */
function cloudflare(path: string): Record<string, string> {
  const sent = new Map<string, string>()
  for (const { taken, set } of rulesFor(path)) {
    for (const name of taken) sent.delete(name)
    for (const [name = '', value = ''] of set) {
      sent.set(name, [...(sent.has(name) ? [sent.get(name)] : []), value].join(', '))
    }
  }
  return Object.fromEntries(sent)
}

/** Returns what Netlify sends: the last value of each header. */
const netlify = (path: string): Record<string, string> =>
  Object.fromEntries(rulesFor(path).flatMap(({ set }) => set))

test.each([
  ['/', pageOf('learner', learnerPage)],
  ['/app/courses/git', pageOf('learner', learnerPage)],
  ['/administrator', pageOf('learner', learnerPage)],
  ['/admin', pageOf('backoffice', backofficePage)],
  ['/admin/courses/1', pageOf('backoffice', backofficePage)],
  ['/moderator/members', pageOf('backoffice', backofficePage)],
  ['/runner.html', { ...fileHeaders('/runner.html'), 'x-frame-options': 'SAMEORIGIN' }],
  ['/page.html', { ...fileHeaders('/page.html'), 'x-frame-options': 'SAMEORIGIN' }],
  ['/worker.js', fileHeaders('/worker.js')],
  ['/app.webmanifest', fileHeaders('/app.webmanifest')],
  ['/assets/a-1.js', fileHeaders('/assets/a-1.js')],
  ['/admin/assets/b-1.js', fileHeaders('/admin/assets/b-1.js')],
])('_headers gives %s the headers of the table on both hosts', (path, table) => {
  const { vary: _, ...expected } = { ...table, ...TLS_HEADERS }
  expect(cloudflare(path)).toEqual(expected)
  expect(netlify(path)).toMatchObject(expected)
})

test('no line of _redirects redirects a browser, and the documents that run code keep their addresses', () => {
  const lines = written.redirects.split('\n').filter((line) => line.startsWith('/'))
  for (const line of lines) expect(line).toMatch(/^\/\S* \/\S* (200|404)$/)
  expect(lines.slice(0, 2)).toEqual(['/runner.html /runner 200', '/page.html /page 200'])
})

test('pages that were built without the address of a project connect to their own origin', () => {
  const headers = readFileSync(join(assemble(), 'site/_headers'), 'utf8')
  expect(headers).toContain("connect-src 'self' https://www.loom.com;")
})

test.each([
  [
    'abc.supabase.co',
    'key',
    'VITE_SUPABASE_URL is "abc.supabase.co", which is no address, such as https://',
  ],
  ['https://', 'key', 'VITE_SUPABASE_URL is "https://", which is no address, such as https://'],
  [projectUrl, '', 'VITE_SUPABASE_KEY is missing: the publishable key of the project.'],
])('a build for the address %s with the key "%s" is refused', (url, key, sentence) => {
  expect(() => readProjectUrl({ VITE_SUPABASE_URL: url, VITE_SUPABASE_KEY: key })).toThrow(sentence)
  expect(readProjectUrl({ VITE_SUPABASE_URL: projectUrl, VITE_SUPABASE_KEY: 'key' })).toBe(
    projectUrl,
  )
  expect(readProjectUrl({})).toBeUndefined()
})

test('more rules than Cloudflare reads are refused', () => {
  const more = Array.from({ length: 100 }, (_, n) => `learner/dist/icons/${n}.png`)
  expect(() => assemble({ more })).toThrow('_headers has 111 rules')
})

test('an app that is not built is named in the error', () => {
  const [appsDir, into] = [temporaryFolder(), temporaryFolder()]
  expect(() => assembleSite({ appsDir, into })).toThrow(/learner\/dist has no index\.html/)
})
