import { alone } from '../device/alone'
import { newId } from '../device/new-id'
import { LOGS_KEY, localStore } from '../device/store'
import { attachLogWriter, LOG_LEVELS, type LogLevel, type LogRecord, log } from './log'
import { redact, redactText } from './redact'

/** A stored entry: without secrets, and with plain data only. */
export interface LogEntry {
  id: string
  level: LogLevel
  context: string
  message: string
  /** In milliseconds. */
  timestamp: number
  metadata?: unknown
}

/** The maximum number of stored entries. The oldest are deleted first (rules/records#application-logs). */
export const MAX_LOG_ENTRIES = 1000

/** The default number of entries to read. */
const DEFAULT_READ = 100

/**
 * The maximum number of characters of all entries, because the session and unsent progress need room in the same
 * storage.
 */
const MAX_CHARACTERS = 500_000

/** Entries that arrive within this time, in milliseconds, are written together. */
const PAUSE_MS = 150

/** Entries of this tab that are not stored yet. */
let queue: LogEntry[] = []
let timer: ReturnType<typeof setTimeout> | undefined

let started = false

/** Begins to store the entries of this page, including earlier ones. Further calls do nothing. */
export function startLogging(): void {
  if (started) return
  started = true
  attachLogWriter({ write, forget })
  addEventListener('pagehide', writeNow)
}

function write(records: readonly LogRecord[]): void {
  if (records.length === 0) return
  queue = [...queue, ...records.map(entryOf)].slice(-MAX_LOG_ENTRIES)
  timer ??= setTimeout(() => void flush(), PAUSE_MS)
}

function forget(): void {
  queue = []
}

function entryOf({ level, context, message, timestamp, metadata }: LogRecord): LogEntry {
  return {
    id: newId(),
    level,
    context: redactText(context),
    message: redactText(message),
    timestamp,
    ...(metadata !== undefined && { metadata: redact(metadata) }),
  }
}

/** Stores the queued entries of this tab. Resolves after they are stored or could not be stored. */
export async function flush(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  // Without the lock, two tabs could read and write at the same time and lose entries.
  await alone(LOGS_KEY, writeNow)
}

function writeNow(): void {
  if (queue.length === 0) return
  const entries = [...stored(), ...queue.splice(0)].slice(-MAX_LOG_ENTRIES)
  keep(entries)
}

/** Stores the newest entries, as many as the browser accepts. It is no error if there is no room. */
function keep(entries: readonly LogEntry[]): void {
  const texts = entries.map((entry) => JSON.stringify(entry))
  let oldest = 0
  let length = texts.reduce((sum, text) => sum + text.length + 1, 1)
  for (; length > MAX_CHARACTERS; oldest += 1) length -= (texts[oldest]?.length ?? 0) + 1

  const isStoredFrom = (first: number) => isStored(`[${texts.slice(first).join(',')}]`)
  if (isStoredFrom(oldest)) return
  // Browsers do not tell how much room there is, so a binary search finds the number of entries that can be stored.
  for (let none = texts.length; none - oldest > 1; ) {
    const middle = Math.floor((oldest + none) / 2)
    if (isStoredFrom(middle)) none = middle
    else oldest = middle
  }
}

const isStored = (text: string) => localStore.setIfRoom(LOGS_KEY, text)

function stored(): LogEntry[] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(LOGS_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is LogEntry {
  if (typeof value !== 'object' || value === null) return false
  const field = (name: string): unknown => Reflect.get(value, name)
  return (
    ['id', 'context', 'message'].every((name) => typeof field(name) === 'string') &&
    typeof field('timestamp') === 'number' &&
    LOG_LEVELS.some((level) => level === field('level'))
  )
}

/** Returns the newest entries of one level, or of all, newest first. */
export function readLogs({
  level,
  limit = DEFAULT_READ,
}: {
  level?: LogLevel | undefined
  limit?: number
} = {}): LogEntry[] {
  return stored()
    .filter((entry) => !level || entry.level === level)
    .sort((one, other) => other.timestamp - one.timestamp)
    .slice(0, limit)
}

/** Deletes the entries of one level, or all, for all tabs. */
export async function clearLogs(level?: LogLevel): Promise<void> {
  queue = queue.filter((entry) => level && entry.level !== level)
  await alone(LOGS_KEY, () => keep(level ? stored().filter((entry) => entry.level !== level) : []))
}

/** Errors within this time count as recent. */
const RECENT_MS = 3_600_000

export interface LogStatistics {
  total: number
  byLevel: Record<LogLevel, number>
  /** The number of errors in the last hour. */
  recentErrors: number
  recentWarnings: number
}

/** Counts the stored entries. `now` is in milliseconds. */
export function logStatistics(now: number): LogStatistics {
  const entries = stored()
  const of = (level: LogLevel) => entries.filter((entry) => entry.level === level)
  const recent = (level: LogLevel) =>
    of(level).filter(({ timestamp }) => timestamp > now - RECENT_MS).length
  return {
    total: entries.length,
    byLevel: {
      error: of('error').length,
      warn: of('warn').length,
      info: of('info').length,
      debug: of('debug').length,
    },
    recentErrors: recent('error'),
    recentWarnings: recent('warn'),
  }
}

/**
 * Begins to write the logs of an application, and to record its uncaught errors. It should be loaded when the page is
 * idle; errors before that are queued.
 */
export function logUncaughtErrors(context: string): void {
  startLogging()
  addEventListener('error', ({ error, message }) => log('error', context, message, error))
  addEventListener('unhandledrejection', ({ reason }) =>
    log('error', context, reason instanceof Error ? reason.message : 'Unhandled rejection', reason),
  )
}
