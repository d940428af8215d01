import ical, { ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator'
import { momentInZone } from '../../../libs/data/src/time/agreed-text.ts'
import { fieldOf, oneLine } from '../_shared/answer.ts'
import type { School } from '../_shared/school.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

/** How often calendars should read the feed again, in seconds. It is only a hint to them. */
const REFRESH_SECONDS = 60 * 60

/**
 * Writes the answer of `calendar_of()` as an iCalendar text (RFC 5545): one event without a length for each opening and
 * each due date. Moments are in UTC, so that no reader needs to know the clock changes of a zone.
 */
export function writeFeed(
  found: unknown,
  { name, url: siteUrl }: Pick<School, 'name' | 'url'>,
): string {
  const cohorts = listOf(found, 'cohorts')
  const titles = cohorts.map((cohort) => oneLine(fieldOf(cohort, 'title')))
  const calendar = ical({
    name: [oneLine(name), ...titles].join(' · '),
    prodId: { company: 'rookies', product: 'calendar', language: 'EN' },
    ttl: REFRESH_SECONDS,
  })
  const host = new URL(siteUrl).hostname
  for (const cohort of cohorts) {
    for (const opening of listOf(cohort, 'openings')) {
      const changedAt = new Date(String(fieldOf(opening, 'changed_at')))
      const opensAt = new Date(String(fieldOf(opening, 'opens_at')))
      calendar.createEvent({
        id: `${fieldOf(cohort, 'id')}-${fieldOf(opening, 'event_id')}@${host}`,
        start: opensAt,
        stamp: changedAt,
        lastModified: changedAt,
        sequence: sequenceOf(changedAt),
        summary: summaryOf(opening),
        description: descriptionOf(cohort, opening),
        url: `${siteUrl}/app/courses/${encodeURIComponent(String(fieldOf(opening, 'slug')))}`,
        // An opening does not make the person busy.
        transparency: ICalEventTransparency.TRANSPARENT,
        busystatus: ICalEventBusyStatus.FREE,
      })
    }
    for (const due of listOf(cohort, 'dues')) {
      const changedAt = new Date(String(fieldOf(due, 'changed_at')))
      const dueAt = new Date(String(fieldOf(due, 'due_at')))
      const lesson = String(fieldOf(due, 'lesson_id'))
      const course = encodeURIComponent(String(fieldOf(due, 'slug')))
      calendar.createEvent({
        id: `${fieldOf(cohort, 'id')}-due-${lesson}@${host}`,
        start: dueAt,
        stamp: changedAt,
        lastModified: changedAt,
        sequence: sequenceOf(changedAt),
        summary: `${oneLine(fieldOf(due, 'title'))} ${fieldOf(due, 'handed_in') === true ? 'is handed in' : 'is due'}`,
        description: [
          `${oneLine(fieldOf(due, 'course'))} · ${oneLine(fieldOf(cohort, 'title'))}`,
          momentInZone(String(fieldOf(due, 'due_at')), String(fieldOf(due, 'time_zone')), true),
        ].join('\n'),
        url: `${siteUrl}/app/courses/${course}/lesson/${encodeURIComponent(lesson)}`,
        transparency: ICalEventTransparency.TRANSPARENT,
        busystatus: ICalEventBusyStatus.FREE,
      })
    }
  }
  return `${calendar.toString()}\r\n`
}

/** Some calendars compare this number instead of the time of change. It is the time in seconds, so it grows with each change. */
function sequenceOf(changedAt: Date): number {
  return Math.max(0, Math.floor((changedAt.getTime() - Date.UTC(2026, 0)) / 1000))
}

function summaryOf(opening: unknown): string {
  const lessons = Number(fieldOf(opening, 'lessons'))
  const [only] = listOf(opening, 'titles')
  return lessons === 1
    ? `${oneLine(only)} opens`
    : `${oneLine(fieldOf(opening, 'module'))}: ${lessons} lessons open`
}

function descriptionOf(cohort: unknown, opening: unknown): string {
  const titles = listOf(opening, 'titles').map(oneLine)
  const more = Number(fieldOf(opening, 'lessons')) - titles.length
  return [
    `${oneLine(fieldOf(opening, 'course'))} · ${oneLine(fieldOf(cohort, 'title'))}`,
    momentInZone(String(fieldOf(opening, 'opens_at')), String(fieldOf(cohort, 'time_zone')), true),
    ...(titles.length > 1 ? titles.map((title) => `- ${title}`) : []),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n')
}

function listOf(value: unknown, name: string): unknown[] {
  const list = fieldOf(value, name)
  return Array.isArray(list) ? list : []
}
