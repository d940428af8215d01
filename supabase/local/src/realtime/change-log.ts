import { randomBytes } from 'node:crypto'
import { LogicalReplicationService, type Pgoutput, PgoutputPlugin } from 'pg-logical-replication'
import { errorMessage } from '../plain-error'
import type { Row } from './filters'

/** A written row, in the order of the log. */
export type Change = {
  /** The table's oid. */
  entity: number
  schema: string
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  /** The transaction's id, in 32 bits. */
  transaction: number
  /** The time of the commit in ISO 8601. */
  committedAt: string
  /** Null for a delete. */
  row: Row | null
  /** The logged values of the earlier row: its key, or all values if the table is set so; null for an insert. */
  oldRow: Row | null
}

export type ChangeLog = {
  /**
   * Resolves once every later commit will be reported, until `release` is called. Call `release` even after an error.
   *
   * @throws if the database cannot be read
   */
  hold(): Promise<void>
  /** Ends one `hold`. The log is no longer read some time after all holds have ended. */
  release(): void
  close(): Promise<void>
}

/**
 * Parses the log without converting values, and creates the slot on the same connection, which removes the slot when it
 * ends.
 */
class TextPlugin extends PgoutputPlugin {
  override parse(buffer: Buffer): Pgoutput.Message {
    const message = super.parse(buffer)
    if (message.tag === 'relation') {
      for (const column of message.columns) column.parser = (text: string) => text
    }
    return message
  }

  override async start(
    client: Parameters<PgoutputPlugin['start']>[0],
    slot: string,
    from: string,
  ): Promise<unknown> {
    await client.query(
      `CREATE_REPLICATION_SLOT "${slot}" TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
    )
    return super.start(client, slot, from)
  }
}

/**
 * Reads the write-ahead log through the publication `supabase_realtime` while a client needs it. The
 * replication slot is temporary: without readers, the log is not retained, and later readers do not get what
 * happened in between.
 * @param options.url address for a role that may replicate
 * @param options.linger milliseconds for which reading continues after the last `release`
 * @param options.take gets every change; reading pauses while its promise is pending
 * @param options.lost called if reading ends unexpectedly
 */
export function createChangeLog(options: {
  url: string
  linger: number
  take: (change: Change) => Promise<void>
  lost: () => void
  log: (line: string) => void
}): ChangeLog {
  let reading: { service: LogicalReplicationService; started: Promise<void> } | undefined
  let pause: NodeJS.Timeout | undefined
  let holders = 0

  function read(): NonNullable<typeof reading> {
    const service = new LogicalReplicationService(
      { connectionString: options.url, application_name: 'realtime' },
      // Reading never resumes at an earlier place, so that received changes are acknowledged at once.
      {
        acknowledge: { auto: false, timeoutSeconds: 10 },
        flowControl: { enabled: true },
      },
    )
    service.on('error', (error) => options.log(`Realtime, reading the log: ${errorMessage(error)}`))
    let about = { transaction: 0, committedAt: '' }
    service.on('data', (_lsn, message: Pgoutput.Message) => {
      if (message.tag === 'begin') {
        about = { transaction: message.xid >>> 0, committedAt: timeOf(message.commitTime) }
      }
      const change = changeOf(message, about)
      return change && options.take(change)
    })
    const slot = `realtime_${randomBytes(8).toString('hex')}`
    const plugin = new TextPlugin({ protoVersion: 1, publicationNames: ['supabase_realtime'] })
    const started = new Promise<void>((resolve, reject) => {
      service.on('start', resolve)
      const ended = (error?: unknown) => {
        reject(error ?? new Error('the log was closed'))
        if (reading?.service !== service) return
        reading = undefined
        void service.stop().catch(() => {})
        options.lost()
      }
      service.subscribe(plugin, slot).then(() => ended(), ended)
    })
    return { service, started }
  }

  async function stop(): Promise<void> {
    clearTimeout(pause)
    const { service } = reading ?? {}
    reading = undefined
    await service?.stop().catch(() => {})
  }

  return {
    async hold() {
      holders += 1
      clearTimeout(pause)
      reading ??= read()
      await reading.started
    },
    release() {
      holders -= 1
      if (holders > 0) return
      clearTimeout(pause)
      pause = setTimeout(() => void stop(), options.linger)
      pause.unref()
    },
    close: stop,
  }
}

/** @param microseconds since 1970 */
function timeOf(microseconds: Pgoutput.MessageBegin['commitTime']): string {
  return new Date(Number(microseconds) / 1000).toISOString()
}

function changeOf(
  message: Pgoutput.Message,
  transaction: Pick<Change, 'transaction' | 'committedAt'>,
): Change | undefined {
  if (message.tag !== 'insert' && message.tag !== 'update' && message.tag !== 'delete') {
    return undefined
  }
  const { relationOid: entity, schema, name: table, keyColumns } = message.relation
  const about = { entity, schema, table, ...transaction }
  if (message.tag === 'insert') return { ...about, type: 'INSERT', row: message.new, oldRow: null }
  const old: Row | null = message.old ?? message.key
  if (message.tag === 'delete') return { ...about, type: 'DELETE', row: null, oldRow: old }
  const row: Row = message.new
  // The log repeats a key only if it has changed.
  const key = () => Object.fromEntries(keyColumns.map((column) => [column, row[column]]))
  return { ...about, type: 'UPDATE', row, oldRow: old ?? key() }
}
