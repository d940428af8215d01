import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { RealtimeClient } from '@supabase/realtime-js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { localAnonKey, localServiceKey } from '../../gateway/local-keys'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { rawClient, type Said } from '../../testing/raw-realtime-client'
import {
  createNotes,
  notes,
  type RealtimeServer,
  realtimeClient,
  startLimited,
  startRealtime,
  subscribe,
  tokenFor,
} from '../../testing/realtime-server'

let cluster: TestCluster
let server: RealtimeServer
const clients: RealtimeClient[] = []

beforeAll(async () => {
  cluster = await startCluster()
  await createNotes(cluster)
  server = await startRealtime(cluster)
})
afterAll(async () => {
  await server?.close()
  await cluster?.stop()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.disconnect()))
})

const write = (text: string, owner: string | null = null) =>
  cluster.admin.query('insert into public.notes (owner, text) values ($1, $2)', [owner, text])

function clientWith(token: string | undefined, port = server.port, reconnectAfterMs = () => 50) {
  const client = realtimeClient(port, { token, reconnectAfterMs })
  clients.push(client)
  return client
}

const changesOf = (said: Said[]) => said.filter(({ event }) => event === 'postgres_changes')

test.each<[string, { query?: string; headers?: Record<string, string> }, string]>([
  ['no key', { query: 'vsn=2.0.0' }, '401'],
  ['a wrong key', { query: 'apikey=wrong' }, '401'],
  ['a person’s token for a key', { query: `apikey=${localAnonKey}x` }, '401'],
  ['a page of another origin', { headers: { origin: 'https://example.org' } }, '403'],
  ['a page without an origin', { headers: { origin: 'null' } }, '403'],
  ['a name that is not this machine’s', { headers: { host: 'example.org' } }, '403'],
  ['an unknown version', { query: `apikey=${localAnonKey}&vsn=3.0.0` }, '400'],
])('%s is refused before the WebSocket opens', async (_, options, status) => {
  await expect(rawClient(server, options)).rejects.toThrow(status)
})

test('pages of this machine may connect, with the key in the address or in a header', async () => {
  await rawClient(server, { headers: { origin: 'http://localhost:5173' } })
  await rawClient(server, { query: 'vsn=2.0.0', headers: { apikey: localServiceKey } })
})

test.each(['/realtime/v1/other', '/rest/v1/websocket', '/other'])(
  'a WebSocket at %s gets no answer',
  async (path) => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(
      `GET ${path}?apikey=${localAnonKey} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    let text = ''
    for await (const chunk of socket) text += chunk
    expect(text).toMatch(/^HTTP\/1\.1 404 /)
  },
)

test.each([
  ['text that is no JSON', 'hello'],
  ['an object where an array is due', '{"topic":"phoenix","event":"heartbeat"}'],
  ['a binary message of no known kind', Buffer.from([9, 9, 9])],
  ['nothing', ''],
])('%s closes the connection', async (_, frame) => {
  const client = await rawClient(server)
  client.socket.send(frame)
  await expect.poll(client.code).toBe(1007)
})

test('a client without a token has the rights of its key, so a visitor gets no rows', async () => {
  const client = await rawClient(server)
  client.join('a', { config: { postgres_changes: [notes] } })
  await expect.poll(() => client.said.map(({ event }) => event)).toEqual(['phx_reply', 'system'])
  const member = await subscribe(clientWith(await tokenFor(randomUUID())), 'a', notes)
  await write('for members')
  await expect.poll(() => member.received.length).toBe(1)
  client.say(null, 'after', 'phoenix', 'heartbeat', {})
  await client.answerTo('after')
  expect(changesOf(client.said)).toEqual([])
})

test.each([
  ['forged', () => tokenFor(randomUUID(), { secret: 'x'.repeat(32) }), /^JwtSignatureError: /],
  [
    'expired',
    () => tokenFor(randomUUID(), { seconds: -30 }),
    /^InvalidJWTToken: Token has expired 3\d seconds ago$/,
  ],
  [
    'of no role of ours',
    () => tokenFor(randomUUID(), { role: 'supabase_admin' }),
    /^Unauthorized: /,
  ],
  ['not a token', () => 'nonsense', /^MalformedJWT: /],
  [
    'unsigned',
    () =>
      `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ role: 'service_role', exp: 9_999_999_999 }))}.`.replaceAll(
        '=',
        '',
      ),
    /^MalformedJWT: /,
  ],
])('a join with a token that is %s is refused', async (_, token, reason) => {
  const client = await rawClient(server)
  client.join('a', { access_token: await token(), config: { postgres_changes: [notes] } })
  const { status, response } = await client.answerTo('1')
  expect([status, response?.reason]).toEqual(['error', expect.stringMatching(reason)])
  await write('nothing for them')
  client.say(null, 'after', 'phoenix', 'heartbeat', {})
  await client.answerTo('after')
  expect(changesOf(client.said)).toEqual([])
})

test.each([
  ['realtime:', /^TopicNameRequired/],
  ['phoenix2', /^unmatched topic$/],
  ['room', /^unmatched topic$/],
])('the topic %j cannot be joined', async (topic, reason) => {
  const client = await rawClient(server)
  client.say('1', '1', topic, 'phx_join', { config: {} })
  expect((await client.answerTo('1')).response?.reason).toMatch(reason)
})

test('a topic is only a name, and another person’s gives no access to their rows', async () => {
  const [ada, eve] = [randomUUID(), randomUUID()]
  const adas = await subscribe(clientWith(await tokenFor(ada)), `notes:${ada}`, notes)
  const eves = await subscribe(
    clientWith(await tokenFor(eve)),
    `notes:${ada}`,
    { ...notes, filter: `owner=eq.${ada}` },
    { ...notes, filter: 'text=eq.for everybody' },
  )
  await write('for Ada', ada)
  await write('for everybody')
  await expect.poll(() => [adas.received.length, eves.received.length]).toEqual([2, 1])
  expect(eves.received[0]?.new).toMatchObject({ text: 'for everybody' })
})

test('a message to a channel that is not joined gets an error; unknown events are ignored', async () => {
  const client = await rawClient(server)
  client.say('1', 'x', 'realtime:a', 'access_token', { access_token: 'x' })
  expect((await client.answerTo('x')).response?.reason).toBe('unmatched topic')
  client.join('a', { config: {} })
  client.say('1', 'y', 'realtime:a', 'no such thing', {})
  client.say(null, 'z', 'phoenix', 'heartbeat', {})
  await client.answerTo('z')
  expect(client.said.some(({ ref }) => ref === 'y')).toBe(false)
})

test('a leave is answered and closes the channel; nothing follows', async () => {
  const client = clientWith(await tokenFor(randomUUID()))
  const left = await subscribe(client, 'a', notes)
  const kept = await subscribe(client, 'b', notes)
  expect(await left.channel.unsubscribe()).toBe('ok')
  expect(left.statuses).toEqual(['SUBSCRIBED', 'CLOSED'])
  await write('later')
  await expect.poll(() => kept.received.length).toBe(1)
  expect(left.received).toEqual([])
})

test('a second join of a channel replaces the first', async () => {
  const client = await rawClient(server)
  const payload = {
    access_token: await tokenFor(randomUUID()),
    config: { postgres_changes: [notes] },
  }
  client.join('a', payload, '1')
  client.join('a', payload, '2')
  await expect
    .poll(() => client.said.map(({ event }) => event))
    .toEqual(['phx_reply', 'system', 'phx_close', 'phx_reply', 'system'])
  expect(client.said[2]).toMatchObject({ joinRef: '1', ref: '1' })
  await write('once')
  await expect.poll(() => changesOf(client.said).length).toBe(1)
  expect(changesOf(client.said)[0]?.joinRef).toBe('2')
})

test('an expired token closes the channel with a message', async () => {
  const client = clientWith(await tokenFor(randomUUID(), { seconds: 2 }))
  const channel = await subscribe(client, 'a', notes)
  await expect.poll(() => channel.statuses, { timeout: 5_000 }).toEqual(['SUBSCRIBED', 'CLOSED'])
  expect(channel.system.at(-1)).toEqual({
    status: 'error',
    extension: 'system',
    message: 'Token has expired 0 seconds ago',
    channel: 'a',
  })
})

test('a new token prolongs the channel, an invalid one closes it', async () => {
  const ada = randomUUID()
  const client = clientWith(await tokenFor(ada, { seconds: 2 }))
  const channel = await subscribe(client, 'a', notes)
  await client.setAuth(await tokenFor(ada, { seconds: 60 }))
  const other = await subscribe(clientWith(await tokenFor(ada, { seconds: 2 })), 'b', notes)
  await expect.poll(() => other.statuses, { timeout: 5_000 }).toContain('CLOSED')
  await write('still here', ada)
  await expect.poll(() => channel.received.length).toBe(1)
  await client.setAuth(await tokenFor(ada, { secret: 'y'.repeat(32) }))
  await expect.poll(() => channel.statuses).toEqual(['SUBSCRIBED', 'CLOSED'])
  expect(channel.system.at(-1)?.message).toBe('Failed to validate JWT signature')
})

test('another person’s token changes whose rows are sent', async () => {
  const [ada, ben] = [randomUUID(), randomUUID()]
  const client = clientWith(await tokenFor(ada))
  const channel = await subscribe(client, 'a', notes)
  await client.setAuth(await tokenFor(ben))
  const texts = () => channel.received.map((change) => 'text' in change.new && change.new.text)
  // The new token has not arrived yet, so that Ben may not see what is written before.
  await expect
    .poll(async () => {
      await write('for Ben', ben)
      return texts()
    })
    .toContain('for Ben')
  await write('for Ada', ada)
  await write('for everybody')
  await expect.poll(texts).toContain('for everybody')
  expect(texts()).not.toContain('for Ada')
})

test('private channels are refused; broadcast and presence are ignored', async () => {
  const client = clientWith(await tokenFor(randomUUID()))
  const statuses: string[] = []
  client
    .channel('secret', { config: { private: true } })
    .subscribe((status, error) => statuses.push(`${status} ${error?.message}`))
  await expect
    .poll(() => statuses[0])
    .toMatch(/^CHANNEL_ERROR Unauthorized: You do not have permissions/)

  const channel = client.channel('open', { config: { broadcast: { ack: true } } })
  channel.on('presence', { event: 'sync' }, () => {})
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => status === 'SUBSCRIBED' && resolve())
  })
  expect(await channel.send({ type: 'broadcast', event: 'x', payload: { a: 1 } })).toBe('error')
  expect(await channel.track({ here: true })).toBe('error')
  const listening = await subscribe(client, 'notes', notes)
  await write('goes on')
  await expect.poll(() => listening.received.length).toBe(1)
})

test('when reading the log fails, channels restart and miss nothing afterwards', async () => {
  const channel = await subscribe(clientWith(await tokenFor(randomUUID())), 'a', notes)
  await cluster.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_replication where application_name = 'realtime'`,
  )
  await expect
    .poll(() => channel.statuses, { timeout: 10_000 })
    .toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
  await write('after the break')
  await expect.poll(() => channel.received.length).toBe(1)
})

test('the log is read while clients listen, and no slot remains', async () => {
  const other = await startLimited(cluster, { linger: 50 })
  const slots = async () => {
    const { rows } = await cluster.admin.query<{ names: string }>(
      'select count(*)::int as names from pg_replication_slots',
    )
    return Number(rows[0]?.names)
  }
  const before = await slots()
  const client = clientWith(await tokenFor(randomUUID()), other.port)
  const channel = await subscribe(client, 'a', notes)
  expect(await slots()).toBe(before + 1)
  await channel.channel.unsubscribe()
  await expect.poll(slots, { timeout: 5_000 }).toBe(before)
  const again = await subscribe(client, 'b', notes)
  await write('again')
  await expect.poll(() => again.received.length).toBe(1)
})

test('a client that leaves does not stop the log for the others', async () => {
  const other = await startLimited(cluster, { linger: 20, eventsPerSecond: 1_000 })
  const staying = await subscribe(clientWith(await tokenFor(randomUUID()), other.port), 'a', notes)
  const passing = clientWith(await tokenFor(randomUUID()), other.port)
  for (const requested of [notes, { ...notes, table: 'nowhere' }]) {
    const { channel } = await subscribe(passing, randomUUID(), requested)
    await channel.unsubscribe()
  }
  // The pause is longer than reading would continue without a subscription.
  const began = performance.now()
  for (let count = 1; performance.now() - began < 200; count += 1) {
    await write('still read')
    await expect.poll(() => staying.received.length, { interval: 5 }).toBe(count)
  }
})

test('when the service stops, clients are told, and reconnect to the next one', async () => {
  const first = await startRealtime(cluster)
  const client = await rawClient(first)
  client.join('a', {
    access_token: await tokenFor(randomUUID()),
    config: { postgres_changes: [notes] },
  })
  await client.answerTo('1')
  await first.close()
  await expect.poll(client.code).toBe(1001)
  await expect(rawClient(first)).rejects.toThrow('ECONNREFUSED')
})
