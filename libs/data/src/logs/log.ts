import { LOGS_KEY, localStore } from '../device/store'

/** The levels, the most severe first (rules/records#application-logs). */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A record that is neither redacted nor stored yet. */
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

/** The most buffered records, the newest ones, so that a loop of errors does not fill the memory. */
const MAX_BUFFERED = 100

const buffered: LogRecord[] = []
let writer: LogWriter | undefined

/**
 * Records an event for the log viewer of this browser. The writer, which removes secrets, is loaded separately; until
 * then records are buffered. Never throws.
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

/** Passes the buffered and all further records to this writer. */
export function attachLogWriter(next: LogWriter): void {
  writer = next
  next.write(buffered.splice(0))
}

/** Deletes all records. Called at sign-out, for the next person who uses this browser. */
export function forgetLogs(): void {
  buffered.length = 0
  writer?.forget()
  localStore.removeItem(LOGS_KEY)
}

/** A fetch that logs failed calls with method, path and status, without the content of request and answer. */
export const loggedFetch: typeof fetch = (input, init) =>
  logFailure(input, init, () => fetch(input, init))

/** Logs a failed call of other code, like `loggedFetch`. */
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
    // A screen that is left aborts its own requests.
    if (!init?.signal?.aborted) note('error', 'got no answer')
    throw error
  }
}
