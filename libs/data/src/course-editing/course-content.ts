import { type Database, LESSON_CONTENT_TYPE, VIDEO_PROVIDER } from '../database.gen'
import { type Answer, among, boolean, listOf, number, orNull, shape, string } from '../json'
import { isLinked, type LinkedProvider } from '../video/provider'

type LessonRow = Database['public']['Tables']['lessons']['Row']
const parseLesson = shape({
  id: string,
  title: string,
  index: number,
  content_type: among(LESSON_CONTENT_TYPE),
  video_provider: among(VIDEO_PROVIDER),
  duration_sec: number,
  free_preview: boolean,
  description: orNull(string),
})
export type LessonSummary = Answer<typeof parseLesson>

const parseModule = shape({
  id: string,
  title: string,
  index: number,
  updated_at: string,
  lessons: listOf(parseLesson),
})
export type ModuleSummary = Answer<typeof parseModule>

export const parseCourseContent = listOf(parseModule)

export type LessonBadge = {
  kind: 'provider' | 'link' | 'text' | 'assignment' | 'exercise' | 'preview'
  label: string
}

/** The names of video providers. */
export const PROVIDER_NAMES: Record<LinkedProvider, string> = {
  YOUTUBE: 'YouTube',
  LOOM: 'Loom',
  VIMEO: 'Vimeo',
  CF: 'Cloudflare Stream',
  MUX: 'Mux',
}

const TYPE_BADGES: Record<LessonRow['content_type'], LessonBadge | null> = {
  VIDEO: null,
  FILE: null,
  EXTERNAL_LINK: { kind: 'link', label: 'External Link' },
  TEXT: { kind: 'text', label: 'Text Content' },
  ASSIGNMENT: { kind: 'assignment', label: 'Assignment' },
  EXERCISE: { kind: 'exercise', label: 'Exercise' },
}

/** Returns the badges of a lesson in the order in which the editor shows them. */
export function lessonBadges(
  lesson: Pick<LessonRow, 'content_type' | 'video_provider' | 'free_preview'>,
): LessonBadge[] {
  const badges: LessonBadge[] = []
  if (isLinked(lesson.video_provider)) {
    badges.push({ kind: 'provider', label: PROVIDER_NAMES[lesson.video_provider] })
  }
  const ofType = TYPE_BADGES[lesson.content_type]
  if (ofType) badges.push(ofType)
  if (lesson.free_preview) badges.push({ kind: 'preview', label: 'Free Preview' })
  return badges
}

/** Returns a duration in whole minutes, at least 1 (rules/interface#durations); null for no duration. */
export function wholeMinutes(durationSec: number): number | null {
  return durationSec > 0 ? Math.max(1, Math.round(durationSec / 60)) : null
}
