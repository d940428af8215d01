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

/** Entries that are shown, and how often they are read again (rules/records#application-logs). */
export const MAX_SHOWN = 200
const REFRESH_MS = 30_000

interface Reading {
  entries: LogEntry[]
  statistics: LogStatistics
  /** When it was read, in milliseconds. */
  at: number
}

function read(level: LogLevel | undefined): Reading {
  const at = Date.now()
  return { entries: readLogs({ level, limit: MAX_SHOWN }), statistics: logStatistics(at), at }
}

/** This browser's logs of one level or of all, read again every half minute and when asked. */
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
    // What this page has just written is not in the storage yet.
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
