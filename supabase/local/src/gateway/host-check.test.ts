import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../free-port'
import { createHostCheck, readHosts } from './host-check'
import { type Listener, listen } from './listen'

let port: number
let listener: Listener
const came: string[] = []

beforeAll(async () => {
  port = await freePort()
  listener = await listen(port, createHostCheck(['demo.example.org']))
  listener.serve(
    (req, res) => {
      came.push(`${req.url}`)
      res.end('came in')
    },
    (req, socket) => {
      came.push(`${req.url}`)
      socket.end('HTTP/1.1 101 Came in\r\n\r\n')
    },
  )
})
afterAll(() => listener.close(0))

/** Sends a raw request line with headers. Returns the status and the last line of the answer. */
async function say(line: string, ...headers: string[]): Promise<[status: number, text: string]> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${[line, ...headers].join('\r\n')}\r\n\r\n`)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return [Number(answer.split(' ')[1]), answer.trim().split('\r\n').at(-1) ?? '']
}

const upgrade = ['Connection: Upgrade', 'Upgrade: websocket']
const otherHost =
  'Rookies on this machine answers http://localhost and http://127.0.0.1 only, and the names in ROOKIES_HOSTS.'
const notOneHost = 'A request names one host.'
const noPath = 'A request names a path of its host.'

test.each([
  'localhost',
  'localhost:4300',
  'localhost:8080',
  'LocalHost:65535',
  '127.0.0.1:1',
  '[::1]',
  '[::1]:4300',
  'demo.example.org',
  'demo.example.org:8443',
  'Demo.Example.ORG',
])('the host %s is accepted', async (host) => {
  expect(await say('GET /page HTTP/1.1', `Host: ${host}`, 'Connection: close')).toEqual([
    200,
    'came in',
  ])
  expect((await say('GET /socket HTTP/1.1', `Host: ${host}`, ...upgrade))[0]).toBe(101)
})

test.each<[string, string[], string, [number, string]]>([
  ['another host', ['Host: evil.example'], '/', [403, otherHost]],
  ['a name below its own', ['Host: localhost.evil.example'], '/', [403, otherHost]],
  ['a name below a configured one', ['Host: x.demo.example.org'], '/', [403, otherHost]],
  ['a trailing dot', ['Host: localhost.'], '/', [403, otherHost]],
  ['a trailing dot of a configured one', ['Host: demo.example.org.'], '/', [403, otherHost]],
  ['another loopback address', ['Host: 127.0.0.2'], '/', [403, otherHost]],
  ['an address in another spelling', ['Host: [0:0:0:0:0:0:0:1]'], '/', [403, otherHost]],
  ['IPv6 of another machine', ['Host: [2001:db8::1]:4300'], '/', [403, otherHost]],
  ['IPv6 that does not end', ['Host: [::1'], '/', [403, otherHost]],
  ['a user', ['Host: localhost:4300@evil.example'], '/', [403, otherHost]],
  ['a user of its own', ['Host: evil@localhost'], '/', [403, otherHost]],
  ['a port that is none', ['Host: localhost:65536'], '/', [403, otherHost]],
  ['port zero', ['Host: localhost:0'], '/', [403, otherHost]],
  ['two ports', ['Host: localhost:80:80'], '/', [403, otherHost]],
  ['two hosts in one header', ['Host: localhost, evil.example'], '/', [403, otherHost]],
  ['words for a policy', ['Host: localhost evil.example'], '/', [403, otherHost]],
  ['two hosts', ['Host: localhost', 'Host: evil.example'], '/', [400, notOneHost]],
  ['two hosts the other way', ['Host: evil.example', 'host: localhost'], '/', [400, notOneHost]],
  ['the same host twice', ['Host: localhost', 'Host: localhost'], '/', [400, notOneHost]],
  ['no host', [], '/', [400, notOneHost]],
  ['an empty host', ['Host:'], '/', [400, notOneHost]],
  ['a whole address', ['Host: localhost'], 'http://evil.example/', [400, noPath]],
  ['a whole address of its own', ['Host: localhost'], 'http://localhost/', [400, noPath]],
  [
    'a proxy that says otherwise',
    ['Host: evil.example', 'X-Forwarded-Host: localhost', 'Forwarded: host=localhost'],
    '/',
    [403, otherHost],
  ],
])(
  'the host %s is refused in a sentence, by the API in JSON, and for a WebSocket',
  async (_, headers, target, refusal) => {
    came.length = 0
    const close = 'Connection: close'
    expect(await say(`GET ${target} HTTP/1.1`, ...headers, close)).toEqual(refusal)
    expect(await say(`GET ${target} HTTP/1.0`, ...headers)).toEqual(refusal)
    expect(await say(`GET ${target} HTTP/1.1`, ...headers, ...upgrade)).toEqual(refusal)
    if (target === '/') {
      const [status, json] = await say('POST /rest/v1/things HTTP/1.1', ...headers, close)
      expect([status, JSON.parse(json).message]).toEqual(refusal)
    }
    expect(came).toEqual([])
  },
)

test('a proxy’s headers do not matter for the host check', async () => {
  const claims = ['X-Forwarded-Host: evil.example', 'Connection: close']
  expect((await say('GET / HTTP/1.1', 'Host: localhost', ...claims))[0]).toBe(200)
})

test('other hosts get no answer during the start', async () => {
  const other = await freePort()
  const starting = await listen(other)
  const answer = await fetch(`http://127.0.0.1:${other}/health`)
  expect(answer.status).toBe(503)
  const socket = connect(other, '127.0.0.1')
  socket.write('GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
  let text = ''
  for await (const chunk of socket) text += chunk
  expect(text).toMatch(/^HTTP\/1\.1 403 /)
  expect(text).not.toContain('pid')
  await starting.close(0)
})

test.each([
  [undefined, true],
  ['http://localhost:5173', true],
  ['http://[::1]:4300', true],
  ['https://demo.example.org', true],
  ['https://DEMO.example.org:8443', true],
  ['https://evil.example', false],
  ['https://demo.example.org.evil.example', false],
  ['https://demo.example.org@evil.example', false],
  ['https://demo.example.org/', false],
  ['ftp://localhost', false],
  ['null', false],
])('a page of %s counts as the product’s own: %s', (origin, own) => {
  expect(createHostCheck(['demo.example.org']).isOwnPage(origin)).toBe(own)
})

test('host names are separated by commas and blanks, and other texts are refused', () => {
  expect(readHosts(' Demo.example.org,\n two.example ')).toEqual([
    'demo.example.org',
    'two.example',
  ])
  expect(readHosts(' , ')).toEqual([])
  for (const wrong of [
    'https://demo.example.org',
    'demo.example.org:443',
    '*.example.org',
    '.org',
  ]) {
    expect(() => readHosts(`fine.example, ${wrong}`)).toThrow(
      `ROOKIES_HOSTS takes names such as demo.example.org, separated by commas; "${wrong}" is not one.`,
    )
  }
})
