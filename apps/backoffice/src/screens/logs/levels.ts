import type { LogLevel } from '@rookies/data/logs/log'
import type { StatusTone } from '../../ui/status-badge'

/** Labels of the levels in the filter (rules/records#application-logs). */
export const LEVEL_LABELS: Record<LogLevel, string> = {
  error: 'Error',
  warn: 'Warn',
  info: 'Info',
  debug: 'Debug',
}

/** Colours of the levels. */
export const LEVEL_TONES: Record<LogLevel, StatusTone> = {
  error: 'danger',
  warn: 'draft',
  info: 'info',
  debug: 'plain',
}

/** A level's name inside a sentence. */
export function levelName(level: LogLevel): string {
  return LEVEL_LABELS[level].toLowerCase()
}
