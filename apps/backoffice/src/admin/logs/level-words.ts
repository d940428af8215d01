import type { LogLevel } from '@rookies/data/logs/log'

/** Levels as the filter names them (rules/records#application-logs). */
export const LEVEL_LABELS: Record<LogLevel, string> = {
  error: 'Error',
  warn: 'Warn',
  info: 'Info',
  debug: 'Debug',
}

/** A level inside a sentence. */
export function levelWords(level: LogLevel): string {
  return LEVEL_LABELS[level].toLowerCase()
}
