import { randomUUID } from 'node:crypto'
import type { RealtimeClient } from '@supabase/realtime-js'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type DatabaseSlots, type Holder, TooManyRequests } from '../../gateway/database-slots'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { rawClient } from '../../testing/raw-realtime-client'
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

test('a message that is too large closes the connection', async () => {
  const client = await rawClient(server)
  client.join('a', { config: {}, filler: 'x'.repeat(200_000) })
  await expect.poll(client.code).toBe(1009)
})

test('too many messages close the connection', async () => {
  const client = await rawClient(server)
  for (let n = 0; n < 200; n += 1) client.say(null, `${n}`, 'phoenix', 'heartbeat', {})
  await expect.poll(client.code).toBe(1008)
})

test('too many joins close the connection; others continue', async () => {
  const [busy, calm] = [await rawClient(server), await rawClient(server)]
  for (let n = 0; n < 30; n += 1) busy.join(`room ${n}`, { config: {} }, `${n}`)
  expect((await busy.answerTo('20')).response?.reason).toMatch(/^ClientJoinRateLimitReached/)
  await expect.poll(busy.code).toBe(1008)
  calm.join('room', { config: {} })
  expect((await calm.answerTo('1')).status).toBe('ok')
})

test('a join that subscribes waits for a slot at the database, and is refused without one', async () => {
  const asked: Holder[] = []
  const slots: DatabaseSlots = {
    holderOf: () => Promise.reject(new Error('a socket is no request')),
    acquire(holder) {
      asked.push(holder)
      return Promise.reject(new TooManyRequests())
    },
  }
  const other = await startRealtime(cluster, {}, slots)
  onTestFinished(() => other.close())
  const client = await rawClient(other)
  const [ada, config] = [randomUUID(), { postgres_changes: [notes] }]
  client.join('a', { config, access_token: await tokenFor(ada) }, '1')
  client.join('b', { config }, '2')
  client.join('c', { config: {} }, '3')
  for (const ref of ['1', '2']) {
    const { status, response } = await client.answerTo(ref)
    expect([status, response?.reason]).toEqual([
      'error',
      expect.stringMatching(/^ClientJoinRateLimitReached: Too many/),
    ])
  }
  expect((await client.answerTo('3')).status).toBe('ok')
  expect(asked).toEqual([{ person: ada }, { address: '127.0.0.1' }])
  expect(other.logged).toEqual([])
})

test('the numbers of clients, channels and subscriptions are limited', async () => {
  const other = await startLimited(cluster, {
    channelsPerClient: 2,
    clients: 1,
    subscriptionsPerChannel: 1,
  })
  const client = await rawClient(other)
  for (const ref of ['1', '2', '3']) client.join(`room ${ref}`, { config: {} }, ref)
  expect((await client.answerTo('2')).status).toBe('ok')
  const { status, response } = await client.answerTo('3')
  expect([status, response]).toEqual([
    'error',
    { reason: 'ChannelRateLimitReached: Too many channels' },
  ])
  client.join('room 2', { config: { postgres_changes: [notes, notes] } }, '4')
  expect((await client.answerTo('4')).response?.reason).toMatch(/Too many subscriptions/)
  await expect(rawClient(other)).rejects.toThrow('503')
})

test('a heartbeat is answered, and a silent client is disconnected', async () => {
  const other = await startLimited(cluster, { silence: 300 })
  const client = await rawClient(other)
  client.say(null, 'h', 'phoenix', 'heartbeat', {})
  expect(await client.answerTo('h')).toEqual({ status: 'ok', response: {} })
  await expect.poll(client.code, { timeout: 5_000 }).toBeDefined()
})

test('a client that does not read is disconnected', async () => {
  const other = await startLimited(cluster, {
    unreadBytes: 10_000,
    eventsPerSecond: 10_000,
    waitingEvents: 1_000,
  })
  const client = await rawClient(other)
  client.join('a', {
    access_token: await tokenFor(randomUUID()),
    config: { postgres_changes: [notes] },
  })
  await expect.poll(() => client.said.length).toBe(2)
  client.socket.pause()
  const text = 'x'.repeat(500_000)
  for (let n = 0; n < 40; n += 1) await write(text)
  // The disconnection is noticed only when the socket is read.
  client.socket.resume()
  await expect.poll(client.code, { timeout: 10_000 }).toBe(1006)
})

test('at most ten changes a second are sent; more are dropped, and the channel continues', async () => {
  const other = await startLimited(cluster, { waitingEvents: 15 })
  const client = clientWith(await tokenFor(randomUUID()), other.port)
  const channel = await subscribe(client, 'a', notes)
  await cluster.admin.query(
    `insert into public.notes (text) select n from generate_series(1, 60) n`,
  )
  await expect.poll(() => channel.received.length).toBe(10)
  await expect.poll(() => channel.received.length, { timeout: 5_000 }).toBe(25)
  await write('afterwards')
  await expect.poll(() => channel.received.length, { timeout: 5_000 }).toBe(26)
  expect(
    channel.received.map((change) => change.eventType === 'INSERT' && change.new.text),
  ).toEqual([...Array.from({ length: 25 }, (_, n) => String(n + 1)), 'afterwards'])
  expect(channel.statuses).toEqual(['SUBSCRIBED'])
  expect(channel.system).toHaveLength(1)
  expect(other.logged).toEqual([
    'MessagePerSecondRateLimitReached: Too many postgres changes messages per second (realtime:a)',
  ])
})
