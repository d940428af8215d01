import { LOGS_KEY, localStore } from '../device/store'

/** How bad it is, from the worst (rules/records#application-logs). */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Something to write down, as it was said: nothing is redacted yet, and nothing is stored. */
export interface LogRecord {
  level: LogLevel
  /** Which part of the product says it. */
  context: string
  message: string
  /** Milliseconds. */
  timestamp: number
  metadata?: unknown
}

/** What is given to be written, and what forgets it. */
export interface LogWriter {
  write: (records: readonly LogRecord[]) => void
  forget: () => void
}

/** Records that wait for the writer, at most, the newest: a loop of errors must not fill the memory. */
const MAX_BUFFERED = 100

const buffered: LogRecord[] = []
let writer: LogWriter | undefined

/**
 * Writes down what happened, for the log viewer of this browser. The writer, which takes
 * out secrets, is fetched apart: what is said before it is there waits for it. Throws nothing.
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

/** From now on records go to this writer, with those that have waited first. */
export function attachLogWriter(next: LogWriter): void {
  writer = next
  next.write(buffered.splice(0))
}

/** Forgets everything that was written down: at sign-out, for the next person at this browser. */
export function forgetLogs(): void {
  buffered.length = 0
  writer?.forget()
  localStore.removeItem(LOGS_KEY)
}

/**
 * As fetch, with a note of calls that fail: method, path and status. What was asked for, and what was
 * answered, stays out of it.
 */
export const loggedFetch: typeof fetch = (input, init) =>
  logFailure(input, init, () => fetch(input, init))

/** As `loggedFetch`, of a call that other code makes. */
export async function logFailure(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  ask: () => Promise<Response>,
): Promise<Response> {
  const note = (level: 'error' | 'warn', words: string) => {
    const path = String(input instanceof Request ? input.url : input).replace(
      /[?#].*$|^\w+:\/\/[^/]+/g,
      '',
    )
    log(level, 'api', `${init?.method ?? 'GET'} ${path} ${words}`)
  }
  try {
    const answer = await ask()
    if (!answer.ok) note(answer.status < 500 ? 'warn' : 'error', `was answered ${answer.status}`)
    return answer
  } catch (error) {
    // A screen that is left ends its own requests.
    if (!init?.signal?.aborted) note('error', 'got no answer')
    throw error
  }
}
