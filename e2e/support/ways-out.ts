import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { callOf } from '@rookies/exercise-engine/page-source'
import { importCourse, newSlug, writeFolder } from './course-folders'
import { pageFiles, placeScript } from './page-exercises'
import type { World } from './world'

/** The hash of a script that the document runs. A policy that allows it could allow another server's script too. */
const digest = createHash('sha256').update(callOf(0)).digest('base64')

/**
 * Ways in which code of a page tries to load something from a server, or to send something to it. Each way has a
 * server: `to` is its address, `host` its host and port.
 */
const WAYS: Record<string, string> = {
  script: `add('script', { src: to })`,
  'script with a nonce': `add('script', { src: to, nonce: 'guarded' })`,
  'script with a digest': `add('script', { src: to, integrity: 'sha256-${digest}', crossOrigin: '' })`,
  'script in a picture': `put('<svg></svg>').firstChild.append(svg('script', { href: to }))`,
  module: `add('script', { src: to, type: 'module' })`,
  'module with a nonce': `add('script', { src: to, type: 'module', nonce: 'guarded' })`,
  'module with a digest': `add('script', { src: to, type: 'module', integrity: 'sha256-${digest}' })`,
  'module in text': `add('script', { type: 'module', nonce: 'guarded', text: 'import "' + to + '"' })`,
  import: `import(to)`,
  'import in text': `add('script', { nonce: 'guarded', text: 'import("' + to + '")' })`,
  'import in a handler': `put('<p onclick="import(\\'' + to + '\\')">').firstChild.click()`,
  'import in a data address': `import('data:text/javascript,import "' + to + '"')`,
  'import in a blob': `import(blob('import "' + to + '"'))`,
  'import of JSON': `import(to, { with: { type: 'json' } })`,
  'import of styles': `import(to, { with: { type: 'css' } })`,
  'speculation rules': `add('script', { type: 'speculationrules', nonce: 'guarded',
    text: JSON.stringify({ prefetch: [{ urls: [to] }], prerender: [{ urls: [to] }] }) })`,
  modulepreload: `add('link', { rel: 'modulepreload', href: to })`,
  'modulepreload with a nonce': `add('link', { rel: 'modulepreload', href: to, nonce: 'guarded' })`,
  'preload of a script': `add('link', { rel: 'preload', as: 'script', href: to, nonce: 'guarded' })`,
  'preload of a style sheet': `add('link', { rel: 'preload', as: 'style', href: to })`,
  'preload of a picture': `add('link', { rel: 'preload', as: 'image', href: to })`,
  'preload of a font': `add('link', { rel: 'preload', as: 'font', href: to, crossOrigin: '' })`,
  'preload of data': `add('link', { rel: 'preload', as: 'fetch', href: to, crossOrigin: '' })`,
  prefetch: `add('link', { rel: 'prefetch', href: to })`,
  'prefetch with a nonce': `add('link', { rel: 'prefetch', href: to, nonce: 'guarded' })`,
  prerender: `add('link', { rel: 'prerender', href: to })`,
  preconnect: `add('link', { rel: 'preconnect', href: to })`,
  'dns-prefetch': `add('link', { rel: 'dns-prefetch', href: to })`,
  icon: `add('link', { rel: 'icon', href: to })`,
  manifest: `add('link', { rel: 'manifest', href: to })`,
  dictionary: `add('link', { rel: 'compression-dictionary', href: to })`,
  'style sheet': `add('link', { rel: 'stylesheet', href: to })`,
  'style sheet in a style sheet': `add('style', { textContent: '@import url(' + to + ')' })`,
  'style sheet in an instruction': `document.insertBefore(document.createProcessingInstruction('xml-stylesheet',
    'type="text/css" href="' + to + '"'), document.firstChild)`,
  fetch: `fetch(to, { mode: 'no-cors' })`,
  'fetch that outlives the page': `fetch(to, { method: 'POST', body: 'typed', mode: 'no-cors', keepalive: true })`,
  'fetch that waits': `fetchLater(to, { activateAfter: 0 })`,
  request: `const asked = new XMLHttpRequest(); asked.open('GET', to); asked.send()`,
  beacon: `navigator.sendBeacon(to, 'typed')`,
  socket: `new WebSocket('ws://' + host)`,
  'socket of streams': `new WebSocketStream('ws://' + host)`,
  events: `new EventSource(to)`,
  transport: `new WebTransport('https://' + host)`,
  report: `add('meta', { httpEquiv: 'Content-Security-Policy', content: 'font-src \\'none\\'; report-uri ' + to })
    styles('@font-face { font-family: reported; src: url(' + to + ') } p { font-family: reported }'); put('<p>a</p>')`,
  picture: `add('img', { src: to })`,
  'picture of several': `add('img', { srcset: to + ' 1x' })`,
  'picture that counts': `add('img', { src: 'data:,', attributionSrc: to }).setAttribute('attributionsrc', to)`,
  'picture of a button': `add('input', { type: 'image', src: to })`,
  'picture of a body': `document.body.setAttribute('background', to)`,
  'picture of a film': `add('video', { poster: to })`,
  'picture in a picture': `put('<svg></svg>').firstChild.append(svg('image', { href: to }))`,
  'picture in a data address': `add('img', { src: 'data:image/svg+xml,' + encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="' + to + '"/><style>@import "' + to + '"</style></svg>') })`,
  'part of a picture': `put('<svg></svg>').firstChild.append(svg('use', { href: to + '#a' }))`,
  'picture of a filter': `put('<svg><filter></filter></svg>').querySelector('filter').append(svg('feImage', { href: to }))`,
  background: `styles('body { background: url(' + to + ') }')`,
  content: `styles('p::after { content: image-set(url(' + to + ') 1x) }'); put('<p>a</p>')`,
  cursor: `styles('body { cursor: url(' + to + '), auto }')`,
  mask: `styles('p { mask: url(' + to + ') }'); put('<p>a</p>')`,
  filter: `styles('p { filter: url(' + to + '#a) }'); put('<p>a</p>')`,
  font: `new FontFace('loaded', 'url(' + to + ')').load()`,
  'font of a style sheet': `styles('@font-face { font-family: sent; src: url(' + to + ') } p { font-family: sent }')
    put('<p>a</p>')`,
  film: `add('video', { src: to, preload: 'auto' })`,
  sound: `new Audio(to).play()`,
  'part of a film': `put('<video><source src="' + to + '"><track default src="' + to + '"></video>')`,
  'playlist in a data address': `add('video', { preload: 'auto', autoplay: true, muted: true,
    src: 'data:application/vnd.apple.mpegurl,' + encodeURIComponent(
      '#EXTM3U\\n#EXT-X-TARGETDURATION:5\\n#EXTINF:5,\\n' + to + '\\n#EXT-X-ENDLIST\\n') })`,
  frame: `add('iframe', { src: to })`,
  'frame that is led': `add('iframe', {}).contentWindow.location = to`,
  'frame by a link': `add('iframe', { name: 'named' }); add('a', { href: to, target: 'named' }).click()`,
  'frame of a text': `add('iframe', {}).setAttributeNode(attribute('srcdoc', '<img src="' + to + '"><link rel=stylesheet href="' + to + '">'))`,
  object: `add('object', { data: to })`,
  plugin: `add('embed', { src: to })`,
  worker: `new Worker(to)`,
  'worker in a blob': `new Worker(blob('importScripts("' + to + '")'))`,
  'worker in a data address': `new Worker('data:text/javascript,import "' + to + '"', { type: 'module' })`,
  'shared worker': `new SharedWorker(to)`,
  'service worker': `navigator.serviceWorker.register(to)`,
  'worklet of styles': `CSS.paintWorklet.addModule(to)`,
  'worklet of sound': `new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule(to)`,
  'document of another': `new DOMParser().parseFromString('<!DOCTYPE a [<!ENTITY b SYSTEM "' + to + '">]><a>&b;</a>', 'text/xml')`,
  transformation: `const sheet = new XSLTProcessor(); sheet.importStylesheet(new DOMParser().parseFromString(
    '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="' + to + '"/><xsl:template match="/"><xsl:copy-of select="document(\\'' + to + '\\')"/></xsl:template></xsl:stylesheet>', 'text/xml'))
    sheet.transformToFragment(document, document)`,
  base: `add('base', { href: to }); add('img', { src: 'a.png' }); add('script', { src: 'a.js' })`,
  ping: `add('a', { href: '#', ping: to }).click()`,
  window: `open(to)`,
  'window by a link': `add('a', { href: to, target: '_blank' }).click()`,
  'page around it': `top.location = to`,
  payment: `new PaymentRequest([{ supportedMethods: to }], { total: { label: 'a', amount: { currency: 'EUR', value: '1' } } }).canMakePayment()`,
  'sign-in': `navigator.credentials.get({ identity: { providers: [{ configURL: to, clientId: 'a' }] } })`,
  peer: `peer(globalThis, host)`,
  'peer of a frame': `peer(add('iframe', {}).contentWindow, host)`,
  'peer of the text of a frame': `add('iframe', {}).setAttributeNode(attribute('srcdoc',
    '<img src="x:" onerror="(' + peer.toString().replaceAll('"', '&quot;') + ')(self, \\'' + host + '\\')">'))`,
}

/** Ways that navigate away from the page, so that each needs a separate page. */
const LEAVING: Record<string, string> = {
  form: `const form = add('form', { action: to, method: 'post' }); form.submit()`,
  'form of a button': `const form = add('form', {}); form.append(Object.assign(document.createElement('button'), { formAction: to }))
    form.firstChild.click()`,
  'script written': `document.write('<script nonce="guarded" src="' + to + '"><\\/script>')`,
  address: `location.href = to`,
  navigation: `navigation.navigate(to)`,
  refresh: `add('meta', { httpEquiv: 'refresh', content: '0;url=' + to })`,
  link: `const link = add('a', { href: to }); link.onclick = (event) => event.stopPropagation(); link.click()`,
  download: `const link = add('a', { href: to, download: 'a' })
    link.onclick = (event) => event.stopPropagation(); link.click()`,
}

/** The record for a server to which a browser connects without sending a request. */
const CONNECTS = 'a connection'

/** The ways that no policy can prevent, by browser (docs/security.md). */
export const OPEN: Record<'Chromium' | 'Firefox' | 'WebKit', Record<string, string>> = {
  Chromium: Object.fromEntries(
    ['frame', 'frame that is led', 'frame by a link', 'form', 'form of a button', 'address']
      .concat('navigation', 'refresh', 'link', 'download')
      .map((name) => [name, CONNECTS]),
  ),
  Firefox: {},
  WebKit: { preconnect: CONNECTS },
}

const HELPERS = `
const add = (tag, values) => {
  const element = Object.assign(document.createElement(tag), values)
  document.body.append(element)
  return element
}
const put = (html) => { const place = add('div', {}); place.innerHTML = html; return place }
const styles = (text) => add('style', { textContent: text })
const svg = (tag, values) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value)
  return element
}
const attribute = (name, value) => Object.assign(document.createAttribute(name), { value })
const blob = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
function peer(realm, host) {
  const servers = [{ urls: 'stun:' + host }, { urls: 'turn:' + host + '?transport=tcp', username: 'typed', credential: 'a' }]
  const connection = new realm.RTCPeerConnection({ iceServers: servers })
  connection.createDataChannel('a')
  return connection.createOffer().then((offer) => connection.setLocalDescription(offer))
}
`

/** Milliseconds for which a page waits for the answers to its requests. */
const PATIENCE_MS = 1_500

const TITLES = ['imported', 'typed'] as const

/** Pages that try all ways: one that is imported, and one that is typed. */
export const PAGES = Object.fromEntries(
  TITLES.map((title) => [title, `<title>${title}</title><script src=main.js></script>`]),
) as Record<(typeof TITLES)[number], string>

/**
 * JavaScript that starts to record which pages in frames have tried all ways to reach the network. `TRIED_BY` reads the
 * record.
 */
export const NOTE_TRIED =
  'void (globalThis.triedBy ??= (addEventListener("message", ({ data }) => triedBy.push(data)), []))'

/** JavaScript that returns the titles of the pages that have tried all ways to reach the network, as one text. */
export const TRIED_BY = 'String(globalThis.triedBy)'

export interface Listeners {
  /** Imports a course with a page that tries all ways. */
  importPage: (world: World) => Promise<{ id: string; slug: string; lesson: string }>
  /** Returns an expression that shows a page for each way of `LEAVING`, and resolves when all pages have tried. */
  leaving: () => Promise<string>
  /** Returns what the servers received since the last call, by way, without the ways that are open in this browser. */
  heard: (browser: keyof typeof OPEN) => Promise<Record<string, string>>
  close: () => void
}

/** Starts a server for each way. The servers record connections and datagrams. */
export async function listen(): Promise<Listeners> {
  let heard: Record<string, string> = {}
  const hosts: Record<string, string> = {}
  const closing: (() => void)[] = []
  // WebRTC connections use an address of the network instead of the local one, if the machine has one.
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)

  for (const name of ['control', ...Object.keys(WAYS), ...Object.keys(LEAVING)]) {
    const server = createServer(({ method, url = '' }, response) => {
      heard[name] = `${method} ${url}`
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('content-type', url.includes('.css') ? 'text/css' : 'text/javascript')
      response.end()
    })
    server.on('connection', () => {
      heard[name] ??= 'a connection'
    })
    server.listen(0, '0.0.0.0')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const socket = createSocket('udp4', () => {
      heard[name] ??= 'a datagram'
    })
    socket.bind(port)
    await once(socket, 'listening')
    const isPeer = name.startsWith('peer') && outside
    hosts[name] = `${isPeer ? outside.address : '127.0.0.1'}:${port}`
    closing.push(() => {
      server.closeAllConnections()
      server.close()
      socket.close()
    })
  }
  const way = (name: string, code: string) => {
    const file = name.includes('style') ? 'a.css' : 'a.js'
    return `[async (to, host) => { ${code} }, 'http://${hosts[name]}/${file}?typed=secret', '${hosts[name]}']`
  }
  const all = `${HELPERS}
addEventListener('load', async () => {
  const ways = [${Object.entries(WAYS)
    .map(([name, code]) => way(name, code))
    .join(',\n')}]
  for (const [go, to, host] of ways) {
    go(to, host).catch(() => {})
    // A pause after each way: on a slow machine, all ways at once would block the page, and the browser would close it.
    await new Promise((resolve) => setTimeout(resolve))
  }
  await new Promise((resolve) => setTimeout(resolve, ${PATIENCE_MS}))
  parent.postMessage(document.title, '*')
})`

  return {
    async importPage(world) {
      const slug = newSlug()
      const output = await importCourse(
        writeFolder({
          'page/01-ways.md': '# Ways\n\nA page that tries to reach a server.\n',
          'page/01-ways/exercise.yml': 'language: page\n',
          'page/01-ways/tests.js': "test('loads', () => expect(1).toBe(1))\n",
          'page/01-ways/starter/index.html': PAGES.imported,
          'page/01-ways/starter/main.js': all,
          'page/01-ways/solution/index.html': PAGES.imported,
          'page/01-ways/solution/main.js': all,
        }),
        ...['--title', 'Ways', '--slug', slug, '--publish'],
      )
      const [row] = await world.sql(
        `select c.id, l.id as lesson from public.courses c join public.modules m on m.course_id = c.id
         join public.lessons l on l.module_id = m.id where c.slug = $1`,
        [slug],
      )
      if (!row) throw new Error(`Nothing was imported: ${output}`)
      return { id: String(row.id), slug, lesson: String(row.lesson) }
    },
    async leaving() {
      const pages = Object.entries(LEAVING).map(([name, code]) => {
        const go = `addEventListener('load', () => { const [go, to, host] = ${way(name, code)}; go(to, host) })`
        return pageFiles('<body><script src=main.js></script>', { 'main.js': HELPERS + go })
      })
      return `(async () => {
        ${await placeScript()}
        const left = (files) => new Promise((resolve) => {
          const place = document.body.appendChild(document.createElement('div'))
          paged.openPage(place, 'Leaves', { shown: () => setTimeout(resolve, ${PATIENCE_MS}), ended: resolve }).show(files)
        })
        await Promise.all(${JSON.stringify(pages)}.map(left))
      })()`
    },
    async heard(browser) {
      await fetch(`http://${hosts.control}/`)
      const { control, ...ways } = heard
      if (!control) throw new Error('The servers hear nothing.')
      heard = {}
      for (const [name, what] of Object.entries(ways))
        if (OPEN[browser][name] === what) delete ways[name]
      return ways
    },
    close() {
      for (const close of closing) close()
    },
  }
}
