import { alone } from '../device/alone'
import { newId } from '../device/new-id'
import { LOGS_KEY, localStore } from '../device/store'
import { attachLogWriter, LOG_LEVELS, type LogLevel, type LogRecord, log } from './log'
import { redact, redactText } from './redact'

/** An entry as it is stored: redacted, and plain values alone. */
export interface LogEntry {
  id: string
  level: LogLevel
  context: string
  message: string
  /** Milliseconds. */
  timestamp: number
  metadata?: unknown
}

/** Entries that are stored; the oldest go first (rules/records#application-logs). */
export const MAX_LOG_ENTRIES = 1000

/** Entries that are read unless the caller says otherwise. */
const DEFAULT_READ = 100

/** Characters in all: the session and unsent progress live in the same storage and must have room. */
const MOST_CHARACTERS = 500_000

/** Records come in bursts; they are written together. */
const PAUSE_MS = 150

/** What has not reached the storage yet, by this tab. */
let queue: LogEntry[] = []
let timer: ReturnType<typeof setTimeout> | undefined

let started = false

/** Lets this page's records be written, and those that have waited for it. Called again it does nothing. */
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

/** Writes what has waited in this tab. Resolves once it is stored, or cannot be. */
export async function flush(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  // Another tab may be between its reading and its writing: one after the other, so that neither loses.
  await alone(LOGS_KEY, writeNow)
}

function writeNow(): void {
  if (queue.length === 0) return
  const entries = [...stored(), ...queue.splice(0)].slice(-MAX_LOG_ENTRIES)
  keep(entries)
}

/** Stores as many of the newest as there is room for, not one less; none at all is no error. */
function keep(entries: readonly LogEntry[]): void {
  const texts = entries.map((entry) => JSON.stringify(entry))
  let oldest = 0
  let length = texts.reduce((sum, text) => sum + text.length + 1, 1)
  for (; length > MOST_CHARACTERS; oldest += 1) length -= (texts[oldest]?.length ?? 0) + 1

  const isStoredFrom = (first: number) => isStored(`[${texts.slice(first).join(',')}]`)
  if (isStoredFrom(oldest)) return
  // The browser alone knows how much room it has: the place is found by halving what is in doubt.
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

/** Anything may have written there. */
function isEntry(value: unknown): value is LogEntry {
  if (typeof value !== 'object' || value === null) return false
  const field = (name: string): unknown => Reflect.get(value, name)
  return (
    ['id', 'context', 'message'].every((name) => typeof field(name) === 'string') &&
    typeof field('timestamp') === 'number' &&
    LOG_LEVELS.some((level) => level === field('level'))
  )
}

/** The newest entries, newest first, of one level or of all. */
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

/** Removes the entries of one level, or with none all of them, in every tab. */
export async function clearLogs(level?: LogLevel): Promise<void> {
  queue = queue.filter((entry) => level && entry.level !== level)
  await alone(LOGS_KEY, () => keep(level ? stored().filter((entry) => entry.level !== level) : []))
}

/** The window in which errors count as recent. */
const RECENT_MS = 3_600_000

export interface LogStatistics {
  total: number
  byLevel: Record<LogLevel, number>
  /** Of the last hour. */
  recentErrors: number
  recentWarnings: number
}

/** Counts what is stored. In: the present in milliseconds. */
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
 * Begins to write logs for one of the apps, and records errors that were not caught. To be fetched once
 * the page is at rest: what failed before has waited.
 */
export function logUncaughtErrors(context: string): void {
  startLogging()
  addEventListener('error', ({ error, message }) => log('error', context, message, error))
  addEventListener('unhandledrejection', ({ reason }) =>
    log('error', context, reason instanceof Error ? reason.message : 'Unhandled rejection', reason),
  )
}
