import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../free-port'
import { listen } from './listen'
import { localAnonKey } from './local-keys'
import { createUpgrade } from './upgrade'

/** Returns who took a WebSocket, or the answer to a refused one. */
async function upgradeAt(path: string, headers: Record<string, string> = {}): Promise<string> {
  const port = await freePort()
  const listener = await listen(port)
  onTestFinished(() => listener.close(0))
  listener.serve(
    (_req, res) => void res.end(),
    createUpgrade({
      realtime: {
        upgrade: (req, socket, _head, key) =>
          void socket.end(`realtime ${req.url} ${key === localAnonKey}`),
      },
      apps: {
        handle: () => new Response(),
        upgrade: (req, socket) => void socket.end(`apps ${req.url}`),
        close: async () => {},
      },
    }),
  )
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({ Host: 'localhost', ...headers }).map((pair) => pair.join(': '))
  socket.write(
    `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  )
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer.split('\r\n', 1)[0] ?? ''
}

test('the apps get their own WebSockets, including those of hot reload', async () => {
  expect(await upgradeAt('/')).toBe('apps /')
  expect(await upgradeAt('/admin/?token=abc')).toBe('apps /admin/?token=abc')
  expect(await upgradeAt('/realtime')).toBe('apps /realtime')
})

test('realtime gets WebSockets with a key, which is removed from the address', async () => {
  const path = `/realtime/v1/websocket?apikey=${localAnonKey}&vsn=2.0.0`
  expect(await upgradeAt(path)).toBe('realtime /websocket?vsn=2.0.0 true')
})

test.each([
  ['/realtime/v1/websocket', {}, '401 Unauthorized'],
  ['/realtime/v1/websocket?apikey=x', {}, '401 Unauthorized'],
  ['/realtime/v1', {}, '404 Not Found'],
  ['/rest/v1/things', { apikey: localAnonKey }, '404 Not Found'],
  ['/realtime/v1/websocket', { apikey: localAnonKey, Host: 'example.org' }, '403 Forbidden'],
  ['/admin/?token=abc', { Host: 'example.org' }, '403 Forbidden'],
  ['/admin/?token=abc', { Origin: 'https://example.org' }, '403 Forbidden'],
  [
    '/realtime/v1/websocket',
    { apikey: localAnonKey, Origin: 'https://example.org' },
    '403 Forbidden',
  ],
])('a WebSocket at %s with %j is answered with %s', async (path, headers, status) => {
  expect(await upgradeAt(path, headers)).toBe(`HTTP/1.1 ${status}`)
})
