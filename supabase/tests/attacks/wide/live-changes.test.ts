import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../../database'
import { clientOf, strangerClient, type WireClient } from '../../wire/clients'
import { promise } from '../../wire/promise'

// Tests that a subscription receives only what its person may read (rules/notifications#live).
const db = useDatabase()
const clients: WireClient[] = []

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()))
})

interface Change {
  table: string
  eventType: string
  new: Record<string, unknown>
  old: Record<string, unknown>
}

interface RequestedChanges {
  table: string
  filter?: string
}

/** Subscribes with a new client, and waits for the server's answer. */
async function listen(
  client: WireClient,
  topic: string,
  ...requests: RequestedChanges[]
): Promise<{ received: Change[]; said: string }> {
  clients.push(client)
  const received: Change[] = []
  const said: string[] = []
  const channel = client.channel(topic)
  for (const requested of requests) {
    channel.on('postgres_changes', { event: '*', schema: 'public', ...requested }, (change) =>
      received.push(change),
    )
  }
  channel.on('system', {}, ({ message }: { message: string }) => said.push(message))
  channel.subscribe()
  await expect.poll(() => said[0], { timeout: 10_000 }).toBeDefined()
  return { received, said: said[0] ?? '' }
}

async function notify(recipient: Person | null, title: string): Promise<string> {
  const [row] = await db.owner(
    `insert into public.notifications (title, message, recipient_id, is_global, sender_id)
     values ($1, 'A message', $2, $2::uuid is null, null) returning id`,
    [title, recipient?.id ?? null],
  )
  return String(row?.id)
}

async function read(reader: Person, notification: string): Promise<void> {
  await db.owner(
    'insert into public.notification_reads (user_id, notification_id) values ($1, $2)',
    [reader.id, notification],
  )
}

/** Returns the received titles once a new one for everybody has reached all of these listeners. */
async function titlesNow(...listeners: { received: Change[] }[]): Promise<unknown[][]> {
  const end = `end ${randomUUID()}`
  await notify(null, end)
  const titles = ({ received }: { received: Change[] }) =>
    received.map((change) => change.new.title)
  await expect
    .poll(() => listeners.every((listener) => titles(listener).includes(end)), { timeout: 10_000 })
    .toBe(true)
  return listeners.map((listener) => titles(listener).filter((title) => title !== end))
}

/** Expects that a visitor got nothing, or from another backend at most that something was written. */
function expectNothingHeard(received: Change[]) {
  const told = received.flatMap((change) => Object.values({ ...change.new, ...change.old }))
  promise(
    'visitor-hears-writes',
    { heard: received.length > 0, told },
    { here: { heard: false, told: [] }, elsewhere: { heard: true, told: [] } },
  )
}

const notifications = { table: 'notifications' }
const reads = { table: 'notification_reads' }
const signals = { table: 'list_changes' }

describe('live changes', () => {
  test('a member gets their own notifications and those for everybody, and no others by any filter', async () => {
    const [ada, eve] = [await db.person(), await db.person()]
    const adas = await listen(await clientOf(ada), 'bell', notifications)
    const eves = await listen(
      await clientOf(eve),
      `bell:${ada.id}`,
      { ...notifications, filter: `recipient_id=eq.${ada.id}` },
      { ...notifications, filter: `recipient_id=in.(${ada.id},${eve.id})` },
      { ...notifications, filter: 'title=neq.x' },
    )
    await notify(ada, 'for Ada')
    await notify(eve, 'for Eve')
    const [hers, evil] = await titlesNow(adas, eves)
    expect(hers).toEqual(['for Ada'])
    expect(new Set(evil)).toEqual(new Set(['for Eve']))
  })

  test('a scheduled or expired one is not sent', async () => {
    const adas = await listen(await clientOf(await db.person()), 'bell', notifications)
    await db.owner(`
      insert into public.notifications (title, message, is_global, sender_id, publish_at)
      values ('tomorrow', 'A message', true, null, now() + interval '1 day')`)
    expect(await titlesNow(adas)).toEqual([[]])
  })

  test('only the person themselves is told which notifications they have read', async () => {
    const [ada, eve] = [await db.person(), await db.person()]
    const adas = await listen(await clientOf(ada), 'reads', reads, notifications)
    const eves = await listen(
      await clientOf(eve),
      'reads',
      { ...reads, filter: `user_id=eq.${ada.id}` },
      notifications,
    )
    const id = await notify(null, 'read this')
    await read(ada, id)
    await expect
      .poll(() => adas.received.find((change) => change.table === reads.table)?.new)
      .toMatchObject({ user_id: ada.id, notification_id: id })
    await titlesNow(eves)
    expect(eves.received.filter((change) => change.table === reads.table)).toEqual([])
  })

  test('a delete contains only the key', async () => {
    const [ada, eve] = [await db.person(), await db.person()]
    const eves = await listen(await clientOf(eve), 'bell', notifications)
    const id = await notify(ada, 'for Ada')
    await db.owner('delete from public.notifications where id = $1', [id])
    await expect.poll(() => eves.received.length).toBe(1)
    expect(eves.received).toMatchObject([{ eventType: 'DELETE', new: {}, old: { id } }])
    expect(Object.keys(eves.received[0]?.old ?? {})).toEqual(['id'])
  })

  test.each([
    ['a notification', 'delete from public.notifications where id = $1'],
    ['a person', 'delete from public.profiles where id = $2'],
  ])('deleting %s reveals nobody who has read it', async (_, drop) => {
    const [ada, eve] = [await db.person(), await db.person()]
    const eves = await listen(
      await clientOf(eve),
      'reads',
      reads,
      { ...reads, filter: `user_id=eq.${ada.id}` },
      notifications,
    )
    const id = await notify(null, 'read this')
    await read(ada, id)
    await db.owner(drop.replaceAll('$1', `'${id}'`).replaceAll('$2', `'${ada.id}'`))
    await titlesNow(eves)
    const told = eves.received.filter(({ table }) => table === reads.table)
    expect(told).toMatchObject([{ eventType: 'DELETE', new: {} }])
    expect(Object.keys(told[0]?.old ?? {})).toEqual(['id'])
    expect(JSON.stringify(told)).not.toContain(ada.id)
    expect(JSON.stringify(told)).not.toContain(id)
  })

  test.each<[string, (person: Person) => Promise<unknown>]>([
    [
      'is disabled',
      ({ id }) => db.owner('update public.profiles set disabled_at = now() where id = $1', [id]),
    ],
    ['has signed out', (person) => db.call(person, 'end_session', { session_id: person.session })],
  ])('a person who %s gets nothing more, with the channel still open', async (_, leave) => {
    const [ada, ben] = [await db.person(), await db.person()]
    const adas = await listen(await clientOf(ada), 'bell', notifications, reads, signals)
    const bens = await listen(await clientOf(ben), 'bell', notifications)
    const id = await notify(ada, 'before')
    await read(ada, id)
    // Deletions of old signals are sent to everybody who is signed in, so only inserted rows count.
    const rows = () => adas.received.filter(({ eventType }) => eventType === 'INSERT')
    await expect
      .poll(() => rows().map(({ table }) => table))
      .toEqual(['notifications', 'notification_reads'])
    await leave(ada)
    const before = adas.received.length
    await notify(ada, 'after')
    await read(ada, await notify(null, 'after'))
    await db.owner(`update public.notifications set title = 'changed' where id = $1`, [id])
    await db.owner('delete from public.notifications where recipient_id = $1', [ada.id])
    await titlesNow(bens)
    const came = adas.received.slice(before)
    promise(
      'deletes-after-sign-out',
      came.map(({ table, eventType }) => [table, eventType]),
      {
        here: [],
        elsewhere: expect.arrayContaining([['notifications', 'DELETE']]),
      },
    )
  })

  test('a stranger gets no message, not even an empty one', async () => {
    const strangers = await listen(strangerClient(), 'bell', notifications, reads, signals)
    const all = await listen(strangerClient(), 'all', { table: '*' })
    const ada = await db.person()
    const adas = await listen(await clientOf(ada), 'bell', notifications)
    const id = await notify(null, 'to all')
    await read(ada, id)
    await expect.poll(() => adas.received.length).toBe(1)
    await db.owner(`update public.notifications set title = 'changed' where id = $1`, [id])
    await expect.poll(() => adas.received.length).toBe(2)
    await db.owner('delete from public.notifications where id = $1', [id])
    await titlesNow(adas)
    expectNothingHeard([...strangers.received, ...all.received])
  })

  test('staff who may read a list are told that it changed, but not what changed', async () => {
    const admins = await listen(
      await clientOf(await db.person({ role: 'ADMIN' })),
      'lists',
      signals,
      notifications,
    )
    const moderators = await listen(
      await clientOf(await db.person({ role: 'MODERATOR' })),
      'lists',
      { ...signals, filter: 'resource=neq.nothing' },
      notifications,
    )
    const members = await listen(
      await clientOf(await db.person()),
      'lists',
      signals,
      { ...signals, filter: 'resource=eq.profiles' },
      notifications,
    )
    const strangers = await listen(strangerClient(), 'lists', signals)
    const ada = await db.person({ name: 'Ada' })
    await db.owner(`update public.settings set site_description = 'Not told'`)
    await db.owner(`delete from public.profiles where id = $1`, [ada.id])
    await titlesNow(admins, moderators, members)

    const signalled = ({ received }: { received: Change[] }) =>
      new Set(
        received
          .filter(({ table, eventType }) => table === 'list_changes' && eventType === 'INSERT')
          .map((change) => change.new.resource),
      )
    await expect
      .poll(() => signalled(admins))
      .toEqual(new Set(['profiles', 'settings', 'notifications']))
    expect(signalled(moderators)).toEqual(new Set(['profiles']))
    expect(signalled(members)).toEqual(new Set())
    expectNothingHeard(strangers.received)
    const [change] = admins.received.filter(({ table }) => table === 'list_changes')
    expect(change?.new).toEqual({
      ...{ id: expect.any(String), at: expect.any(String), resource: expect.any(String) },
      user_id: null,
    })
  })

  test.each(['profiles', 'lessons', 'audit_logs', 'settings', 'purchases', 'invites'])(
    'nobody can subscribe to %s, not even an administrator',
    async (table) => {
      const admin = await clientOf(await db.person({ role: 'ADMIN' }), { claims: { aal: 'aal2' } })
      const { said } = await listen(admin, 'all', { table })
      expect(said).toMatch(/^Unable to subscribe to changes with given parameters/)
    },
  )
})
