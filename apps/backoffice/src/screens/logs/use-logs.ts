import type { LogLevel } from '@rookies/data/logs/log'
import {
  clearLogs,
  flush,
  type LogEntry,
  type LogStatistics,
  logStatistics,
  readLogs,
  startLogging,
} from '@rookies/data/logs/log-store'
import { useCallback, useEffect, useState } from 'react'

/** Largest number of entries that are shown (rules/records#application-logs). */
export const MAX_SHOWN = 200
const REFRESH_MS = 30_000

interface Reading {
  entries: LogEntry[]
  statistics: LogStatistics
  /** When the log was read, in milliseconds since 1970. */
  at: number
}

function read(level: LogLevel | undefined): Reading {
  const at = Date.now()
  return { entries: readLogs({ level, limit: MAX_SHOWN }), statistics: logStatistics(at), at }
}

/** This browser's log entries of one level or of all levels; read again every half minute and on request. */
export function useLogs(level: LogLevel | undefined) {
  const [reading, setReading] = useState(() => read(level))
  const [shown, setShown] = useState(level)
  if (shown !== level) {
    setShown(level)
    setReading(read(level))
  }

  const refresh = useCallback(async () => {
    await flush()
    setReading(read(level))
  }, [level])

  useEffect(() => {
    // Entries of this page that are still in memory are written to the storage first.
    startLogging()
    void refresh()
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [refresh])

  const clear = async (which: LogLevel | undefined) => {
    await clearLogs(which)
    await refresh()
  }
  return { ...reading, refresh, clear }
}
