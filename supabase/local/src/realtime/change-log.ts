import { randomBytes } from 'node:crypto'
import { LogicalReplicationService, type Pgoutput, PgoutputPlugin } from 'pg-logical-replication'
import { errorMessage } from '../plain-error'
import type { Row } from './filters'

/** A row that was written, in the order of the log. */
export type Change = {
  /** The table's number in the database. */
  entity: number
  schema: string
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  /** The number of its transaction, in 32 bits. */
  transaction: number
  /** ISO 8601, when it was committed. */
  committedAt: string
  /** Null for a delete. */
  row: Row | null
  /** What the log keeps of the row before: its key, or all of it where the table says so; null for an insert. */
  oldRow: Row | null
}

export type ChangeLog = {
  /**
   * Settles once every later commit will be reported, until `release`, which is due in any case.
   * @throws when the database cannot be read
   */
  hold(): Promise<void>
  /** Ends one `hold`. A while after the last one reading stops. */
  release(): void
  close(): Promise<void>
}

/** Values stay as the log writes them; and the slot is made on the connection that it will end with. */
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
 * Reads the write-ahead log through the publication `supabase_realtime`, while a client needs it. Its slot
 * is temporary: nothing piles up without readers, and what happened in between is not sent.
 *
 * @param options.url address for a role that may replicate
 * @param options.linger milliseconds that it goes on for after the last `release`
 * @param options.take gets every change; the log waits while its promise is pending
 * @param options.lost is called when reading ends without having been told to
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
      // Nothing is to be taken up again later, so that what was received may be forgotten at once.
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
  // The log repeats a key only when it has changed.
  const key = () => Object.fromEntries(keyColumns.map((column) => [column, row[column]]))
  return { ...about, type: 'UPDATE', row, oldRow: old ?? key() }
}
