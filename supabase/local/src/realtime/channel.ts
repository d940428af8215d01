import type { Writable } from 'node:stream'
import { type DatabaseSlots, holderBy, TooManyRequests } from '../gateway/database-slots'
import { errorMessage } from '../plain-error'
import type { ChangeLog } from './change-log'
import type { Database } from './database'
import type { Delivery, Subscriber, Subscription } from './delivery'
import { RefusedChanges, type RequestedChanges, readRequestedChanges } from './filters'
import type { Message, Payload } from './frames'
import { expiredNow, type Person, RefusedToken } from './tokens'

/** The services and settings that all channels share. */
export type Service = {
  database: Database
  delivery: Delivery
  changeLog: ChangeLog
  readToken: (token: string) => Promise<Person>
  slots: DatabaseSlots
  log: (line: string) => void
}

/** The functions of its client that a channel uses. */
export type Wire = {
  /** The client's API key, which replaces a missing token. */
  apiKey: string
  /** The client's network address, and the stream that closes when the client leaves. */
  address: string | undefined
  socket: Writable
  subscriptionsPerChannel: number
  /** @param payload JSON */
  write(event: string, payload: string): void
  /** Writes at a limited rate; messages beyond the limit of waiting ones are dropped. */
  throttled(event: string, payload: string): void
  /** Called when the channel has ended. */
  gone(): void
}

export type Channel = {
  /** Takes a new token (`access_token`). */
  renew(payload: Payload): Promise<void>
  /** Ends the channel without a message, for a client that left or disconnected. */
  end(): void
}

/** A refused join, with the answer to the client. */
export class RefusedJoin extends Error {}

let lastId = 0

/** The longest timeout in Node in milliseconds. */
const longestTimer = 2 ** 31 - 1

/**
 * Joins a channel: reads its token and its subscriptions, and subscribes. Messages that hosted Realtime sends
 * after the answer to a join are sent after it here too: see `announce`.
 *
 * @returns the channel, the answer to the join, and a function that sends the later messages
 * @throws RefusedJoin
 */
export async function joinChannel(
  message: Message,
  wire: Wire,
  service: Service,
): Promise<{ channel: Channel; reply: Payload; announce: () => void }> {
  const { topic, payload } = message
  const name = topic.slice('realtime:'.length)
  const config = payload.config
  const entries = entriesOf(config)
  if (entries.length > wire.subscriptionsPerChannel) {
    throw new RefusedJoin('ChannelRateLimitReached: Too many subscriptions')
  }

  let token = tokenOf(payload.access_token) ?? tokenOf(payload.user_token) ?? wire.apiKey
  let person: Person
  try {
    person = await service.readToken(token)
  } catch (error) {
    if (error instanceof RefusedToken) throw new RefusedJoin(`${error.code}: ${error.message}`)
    throw error
  }
  if (isObjectWith(config, 'private') && config.private === true) {
    throw new RefusedJoin(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`,
    )
  }

  let open = true
  let holdsLog = false
  let expiry: NodeJS.Timeout | undefined
  const subscriptions = entries.map((entry) => {
    lastId += 1
    return { id: lastId, entry }
  })

  const say = (extension: string, status: 'ok' | 'error', text: string) =>
    wire.write('system', JSON.stringify({ message: text, status, extension, channel: name }))

  const end = () => {
    open = false
    clearTimeout(expiry)
    unsubscribe()
  }
  const unsubscribe = () => {
    service.delivery.remove(subscriber)
    if (holdsLog) service.changeLog.release()
    holdsLog = false
  }
  const shutDown = (reason: string) => {
    if (!open) return
    end()
    say('system', 'error', reason)
    wire.write('phx_close', '{}')
    wire.gone()
  }

  const subscriber: Subscriber = {
    person: () => person,
    deliver(ids, data) {
      if (!open) return
      wire.throttled('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${data}}`)
    },
    restart() {
      if (!open) return
      end()
      wire.write('phx_error', '{}')
      wire.gone()
    },
  }

  function watchExpiry(): void {
    clearTimeout(expiry)
    const left = person.expiresAt * 1000 - Date.now()
    expiry = setTimeout(
      () => {
        if (person.expiresAt * 1000 > Date.now()) watchExpiry()
        else shutDown(expiredNow)
      },
      Math.min(longestTimer, Math.max(0, left)),
    )
    expiry.unref()
  }

  /** @returns the error, or undefined */
  async function subscribe(): Promise<string | undefined> {
    if (subscriptions.length === 0) return undefined
    const holder = holderBy({ role: person.role, sub: person.id }, wire.address)
    const release = await service.slots.acquire(holder, wire.socket)
    try {
      // A client that subscribes while reading is interrupted would not learn of the gap.
      if (!holdsLog) {
        holdsLog = true
        await service.changeLog.hold()
      }
      const found: Subscription[] = []
      for (const { id, entry } of subscriptions) {
        const requested = readRequestedChanges(entry)
        const { role } = person
        const entities = await service.database
          .subscribe({ ...requested, role })
          .catch((error: unknown) => {
            throw new RefusedChanges(
              `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [${describe(requested)}]. Exception: ${errorMessage(error)}`,
            )
          })
        if (entities.length === 0) {
          throw new RefusedChanges(
            `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${describe(requested)}]`,
          )
        }
        found.push({ id, subscriber, event: requested.event, entities })
      }
      // The channel may have ended in between.
      if (!open) return undefined
      service.delivery.remove(subscriber)
      for (const subscription of found) service.delivery.add(subscription)
      return undefined
    } catch (error) {
      // A failed subscription ends the channel's other ones, as on a hosted project.
      unsubscribe()
      if (!(error instanceof RefusedChanges)) throw error
      return error.message
    } finally {
      release()
    }
  }

  let problem: string | undefined
  try {
    problem = await subscribe()
  } catch (error) {
    end()
    if (error instanceof TooManyRequests) {
      throw new RefusedJoin(`ClientJoinRateLimitReached: ${error.message}`)
    }
    service.log(`Realtime, joining: ${errorMessage(error)}`)
    throw new RefusedJoin(
      'UnableToConnectToProject: Realtime was unable to connect to the project database',
    )
  }
  if (!open) {
    unsubscribe()
    throw new RefusedJoin('UnableToConnectToProject: The log was lost')
  }
  watchExpiry()

  const report = (complaint: string | undefined) => {
    if (subscriptions.length === 0) return
    if (complaint === undefined) say('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    else say('postgres_changes', 'error', complaint)
  }

  return {
    reply: { postgres_changes: subscriptions.map(({ id, entry }) => ({ ...entry, id })) },
    announce: () => report(problem),
    channel: {
      end,
      async renew({ access_token: pushed }) {
        const fresh = tokenOf(pushed)
        if (!open || fresh === undefined || fresh === token) return
        try {
          const renewed = await service.readToken(fresh)
          const sameRole = renewed.role === person.role
          token = fresh
          person = renewed
          watchExpiry()
          if (sameRole) return
          // The new token may have another role, which may read other columns.
          const complaint = await subscribe()
          if (open) report(complaint)
        } catch (error) {
          if (error instanceof RefusedToken) shutDown(error.message)
          else subscriber.restart()
        }
      },
    },
  }
}

function entriesOf(config: unknown): Payload[] {
  if (!isObjectWith(config, 'postgres_changes') || !Array.isArray(config.postgres_changes))
    return []
  return config.postgres_changes.filter(isRecord)
}

function isRecord(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isObjectWith<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && key in value
}

/** A newer API key is not a token. */
function tokenOf(value: unknown): string | undefined {
  return typeof value === 'string' && !value.startsWith('sb_') ? value : undefined
}

function describe({ event, schema, table, conditions }: RequestedChanges): string {
  const filters = conditions.map(({ column, op, value }) => `${column}=${op}.${value}`)
  return `event: ${event}, schema: ${schema}, table: ${table}, filters: [${filters.join(', ')}]`
}
