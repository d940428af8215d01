import type { Database } from '../database.gen'
import { isLinked, type LinkedProvider } from '../video/provider'

type LessonRow = Database['public']['Tables']['lessons']['Row']
type ModuleRow = Database['public']['Tables']['modules']['Row']

export type LessonSummary = Pick<
  LessonRow,
  | 'id'
  | 'title'
  | 'index'
  | 'content_type'
  | 'video_provider'
  | 'duration_sec'
  | 'free_preview'
  | 'description'
>

export type ModuleSummary = Pick<ModuleRow, 'id' | 'title' | 'index' | 'updated_at'> & {
  lessons: LessonSummary[]
}

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

/** Returns the badges of a lesson in the editor, in their order. */
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

/** Returns a duration in whole minutes (rules/interface#durations), at least one; null if there is nothing to show. */
export function wholeMinutes(durationSec: number): number | null {
  return durationSec > 0 ? Math.max(1, Math.round(durationSec / 60)) : null
}
