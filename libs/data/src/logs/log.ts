import { LOGS_KEY, localStore } from '../device/store'

/** The levels, the most severe first (rules/records#application-logs). */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** An entry as code has written it, before secrets are removed. */
export interface LogRecord {
  level: LogLevel
  /** The part of the product that wrote it. */
  context: string
  message: string
  /** Milliseconds. */
  timestamp: number
  metadata?: unknown
}

/** Writes records, and deletes them. */
export interface LogWriter {
  write: (records: readonly LogRecord[]) => void
  forget: () => void
}

/**
 * The maximum number of buffered entries. The newest are kept, so that an endless loop of errors does not fill the
 * memory.
 */
const MAX_BUFFERED = 100

const buffered: LogRecord[] = []
let writer: LogWriter | undefined

/**
 * Records an event for the log viewer of this browser. Buffers entries until the writer, which removes secrets, has
 * loaded. Never throws.
 */
export function log(level: LogLevel, context: string, message: string, metadata?: unknown): void {
  const record = { level, context, message, timestamp: Date.now(), metadata }
  if (writer) {
    writer.write([record])
    return
  }
  buffered.push(record)
  if (buffered.length > MAX_BUFFERED) buffered.shift()
}

/** Passes the buffered entries and all further ones to this writer. */
export function attachLogWriter(next: LogWriter): void {
  writer = next
  next.write(buffered.splice(0))
}

/** Deletes all entries. Called at sign-out, because another person may use this browser next. */
export function forgetLogs(): void {
  buffered.length = 0
  writer?.forget()
  localStore.removeItem(LOGS_KEY)
}

/** A `fetch` that logs failed requests with method, path and status, without their content. */
export const loggedFetch: typeof fetch = (input, init) =>
  logFailure(input, init, () => fetch(input, init))

/** Logs a failed request of other code in the same way as `loggedFetch`. */
export async function logFailure(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  ask: () => Promise<Response>,
): Promise<Response> {
  const note = (level: 'error' | 'warn', outcome: string) => {
    const path = String(input instanceof Request ? input.url : input).replace(
      /[?#].*$|^\w+:\/\/[^/]+/g,
      '',
    )
    log(level, 'api', `${init?.method ?? 'GET'} ${path} ${outcome}`)
  }
  try {
    const answer = await ask()
    if (!answer.ok) note(answer.status < 500 ? 'warn' : 'error', `was answered ${answer.status}`)
    return answer
  } catch (error) {
    // A request that was aborted by leaving a screen is no failure.
    if (!init?.signal?.aborted) note('error', 'got no answer')
    throw error
  }
}
