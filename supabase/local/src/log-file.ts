import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDiskFull } from './disk-full'

export type LogFile = { write(line: string): void; close(): void }

/** Milliseconds for which similar lines are counted instead of written. */
const SPAN_MS = 60_000
/** How often lines that differ only in their numbers are written in this time, and for how many kinds they are counted. */
const EACH = 5
const KINDS = 1_000

/**
 * Opens a log that only its owner may read. Beyond `maxBytes` (5 MB) the file is renamed to `<name>.1`, so
 * that both never exceed twice that size. Lines are dropped while the disk is full, because a missing line
 * must not stop the backend. Lines that repeat are counted, so that a flood of requests does not push out the others.
 */
export function openLogFile(
  path: string,
  { maxBytes = 5_000_000, spanMs = SPAN_MS }: { maxBytes?: number; spanMs?: number } = {},
): LogFile {
  mkdirSync(dirname(path), { recursive: true })
  const open = () => openSync(path, 'a', 0o600)
  let file: number | undefined = open()
  let size = fstatSync(file).size
  let isClosed = false
  const seen = new Map<string, { times: number; last: string }>()

  function append(line: string): void {
    try {
      if (size > maxBytes) {
        if (file !== undefined) closeSync(file)
        file = undefined
        renameSync(path, `${path}.1`)
        size = 0
      }
      file ??= open()
      size += writeSync(file, `${line}\n`)
    } catch (error) {
      if (!isDiskFull(error)) throw error
    }
  }
  /** Writes how many lines were left out, and resets the counters. */
  function tell(): void {
    for (const { times, last } of seen.values()) {
      if (times > EACH) append(`${last} (and ${times - EACH - 1} more like it before)`)
    }
    seen.clear()
  }
  const timer = setInterval(tell, spanMs)
  timer.unref()

  return {
    write(line) {
      if (isClosed) return
      const kind = kindOf(line)
      const known = seen.get(kind)
      if (known) {
        known.times += 1
        known.last = line
      } else {
        if (seen.size >= KINDS) tell()
        seen.set(kind, { times: 1, last: line })
      }
      if ((known?.times ?? 1) <= EACH) append(line)
    },
    close() {
      if (isClosed) return
      clearInterval(timer)
      tell()
      isClosed = true
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

/** Returns a line without times, ids and numbers, which is the same for similar lines. */
const kindOf = (line: string): string =>
  line.slice(0, 500).replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{8,}|\d+/gi, '#')
