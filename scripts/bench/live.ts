import type pg from 'pg'
import { WebSocket } from 'ws'
import { localAnonKey } from '../../supabase/local/src/gateway/local-keys'
import { withConnection } from './database'
import { memoryFigure, treeMemory } from './memory'
import { idOf, tokenOf } from './people'
import { quantiles } from './quantiles'
import { databaseUrl, type Product } from './server'
import type { Figure } from './table'

/**
 * Returns the subscriptions of one person's bell: own notifications, notifications to all, deletions, and what the
 * person read on another device.
 */
function requests(person: string) {
  const notifications = { schema: 'public', table: 'notifications' }
  return [
    { ...notifications, event: 'INSERT', filter: `recipient_id=eq.${person}` },
    { ...notifications, event: 'INSERT', filter: 'is_global=eq.true' },
    { ...notifications, event: 'DELETE' },
    {
      schema: 'public',
      table: 'notification_reads',
      event: 'INSERT',
      filter: `user_id=eq.${person}`,
    },
  ]
}

/** The times in milliseconds at which clients received a notification, by its title. */
type Received = Map<string, number[]>

/** Connects the n-th member of the data set and subscribes as the bell does. */
async function listen(url: string, n: number, received: Received): Promise<WebSocket> {
  const person = idOf('person', n)
  const token = await tokenOf(n)
  const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${localAnonKey}&vsn=2.0.0`
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => {
      const config = { postgres_changes: requests(person), private: false }
      socket.send(
        JSON.stringify(['1', '1', 'realtime:bell', 'phx_join', { config, access_token: token }]),
      )
    })
    socket.on('message', (data: Buffer) => {
      const at = performance.now()
      const [, , , event, payload] = JSON.parse(data.toString())
      if (event === 'system' && payload.status === 'ok') resolve()
      else if (event === 'system') reject(new Error(payload.message))
      if (event !== 'postgres_changes') return
      const { title } = payload.data.record ?? {}
      received.set(title, [...(received.get(title) ?? []), at])
    })
  })
  return socket
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Waited a minute in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/**
 * Measures how long a notification takes from the insert to its recipients: with one connected member, then with many
 * members, for a notification to all and for one to each.
 * @param product the product with the data set of scale.sql
 * @param clients how many members are connected
 */
export function measureLive(product: Product, clients: number): Promise<Figure[]> {
  const sockets: WebSocket[] = []
  return withConnection(databaseUrl(product.dataDir, 'postgres'), (client) =>
    measure(client, product, clients, sockets),
  ).finally(() => {
    for (const socket of sockets) socket.terminate()
  })
}

async function measure(
  client: pg.Client,
  { url, pid }: Product,
  clients: number,
  sockets: WebSocket[],
): Promise<Figure[]> {
  const memory = () => treeMemory(pid)
  const received: Received = new Map()
  const sent = new Map<string, number>()
  const send = (title: string, recipient: string | null) => {
    sent.set(title, performance.now())
    return client.query(
      'insert into public.notifications (title, message, recipient_id, is_global, sender_id) values ($1, $1, $2, $2::uuid is null, null)',
      [title, recipient],
    )
  }
  const times = (title: string) =>
    (received.get(title) ?? []).map((at) => at - (sent.get(title) ?? 0))
  const before = memory()

  sockets.push(await listen(url, 3, received))
  const single: number[] = []
  for (let n = 0; n < 20; n += 1) {
    // Stays below ten changes a second, because delivery is slowed down from that rate on.
    await new Promise((resolve) => setTimeout(resolve, 120))
    await send(`one ${n}`, idOf('person', 3))
    await until('a notification arrives', () => received.has(`one ${n}`))
    single.push(...times(`one ${n}`))
  }

  for (let n = 4; n < 3 + clients; n += 1) sockets.push(await listen(url, n, received))
  const during = memory()
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await send('to all', null)
  await until('everybody hears', () => received.get('to all')?.length === clients)
  const members = Array.from({ length: clients }, (_, n) => n + 3)
  for (const n of members) sent.set(`to ${n}`, performance.now())
  await client.query(
    `insert into public.notifications (title, message, recipient_id, sender_id)
     select 'to ' || n, 'to ' || n, md5('person' || n)::uuid, null from unnest($1::int[]) n`,
    [members],
  )
  await until('each hears', () => [...sent.keys()].every((title) => received.has(title)))
  const after = memory()

  await client.query('delete from public.notifications where title = any ($1)', [[...sent.keys()]])

  const one = quantiles(single)
  const global = quantiles(times('to all'))
  const personal = quantiles(members.flatMap((n) => times(`to ${n}`)))
  const figure = (what: string, value: number, target?: number): Figure => ({
    what,
    value,
    unit: 'ms',
    ...(target !== undefined && { target }),
  })
  return [
    figure('Live notification delivered after its insert, at rest, p95', one.p95, 100),
    figure('  median', one.p50, 50),
    figure(`One notification to ${clients} connected members, p95`, global.p95, 500),
    figure('  median', global.p50),
    figure('  slowest', global.max),
    figure(`${clients} personal notifications at once, each to its member, p95`, personal.p95, 500),
    figure('  median', personal.p50),
    figure('  slowest', personal.max),
    ...memoryFigure('Memory of the whole backend before they connected', before),
    ...memoryFigure(`  with ${clients} connected`, during),
    ...memoryFigure('  after the notifications', after),
  ]
}
