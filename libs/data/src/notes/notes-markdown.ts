import { lessonDuration } from '../course-viewing/duration'
import { lessonPath } from '../course-viewing/paths'
import { localDay } from '../time/moment-text'
import type { Note } from './note'

/**
 * Returns notes as Markdown, sorted by course, lesson and second, with their texts unchanged (rules/learning#notes).
 * `origin` is that of the portal, for links to lessons that the person can open.
 */
export function notesAsMarkdown(notes: readonly Note[], origin: string): string {
  const lines = ['# Your notes', '']
  let course: string | null = null
  let lesson: string | null = null
  for (const note of inOrder(notes)) {
    if (note.course_title !== course) {
      course = note.course_title
      lesson = null
      lines.push(`## ${oneLine(course)}`, '')
    }
    if (note.lesson_title !== lesson) {
      lesson = note.lesson_title
      lines.push(`### ${oneLine(lesson)}`, '')
      if (note.slug !== null && note.lesson_id !== null) {
        lines.push(`<${origin}${lessonPath(note.slug, note.lesson_id)}>`, '')
      }
    }
    const second = secondText(note.at_seconds)
    lines.push(`**${second ? `${second} · ` : ''}${localDay(note.updated_at)}**`, '')
    if (note.quote !== null) lines.push(...note.quote.split('\n').map((line) => `> ${line}`), '')
    lines.push(note.body.trim(), '')
  }
  return lines.join('\n')
}

/** Formats a second of a video as `mm:ss`; null for null. */
export function secondText(second: number | null): string | null {
  return second === null ? null : (lessonDuration(second) ?? '00:00')
}

function inOrder(notes: readonly Note[]): Note[] {
  const keys = (note: Note) => [note.course_title, note.lesson_title] as const
  return [...notes].sort((a, b) => {
    const [courseA, lessonA] = keys(a)
    const [courseB, lessonB] = keys(b)
    return (
      courseA.localeCompare(courseB) ||
      lessonA.localeCompare(lessonB) ||
      (a.at_seconds ?? -1) - (b.at_seconds ?? -1) ||
      a.updated_at.localeCompare(b.updated_at)
    )
  })
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
