import type { LibraryCourse } from '../library/library-query'

/** A course of the library, begun and not finished by default. */
export const aCourse = (slug: string, change: Partial<LibraryCourse> = {}): LibraryCourse => ({
  id: `c-${slug}`,
  slug,
  title: slug,
  description: null,
  thumbnail_url: null,
  author_name: null,
  category: null,
  total: 3,
  completed: 1,
  duration_sec: 0,
  next_lesson_id: null,
  resume: null,
  entitled_at: '2026-01-01T00:00:00Z',
  last_activity_at: null,
  expires_at: null,
  ended: false,
  in_cohort: false,
  opens_at: null,
  time_zone: null,
  ...change,
})

/** A lesson as the server returns it. */
export const aBody = (id: string, change: object = {}) => ({
  id,
  module_id: 'm1',
  title: `Lesson ${id}`,
  content_type: 'TEXT',
  video_provider: 'NONE',
  video_asset_id: null,
  video_start_sec: 0,
  external_url: null,
  description: null,
  content: `Text of ${id}`,
  duration_sec: 0,
  free_preview: false,
  file_key: null,
  file_name: null,
  file_size: null,
  lesson_files: [],
  lesson_attachments: [],
  lesson_progress: [],
  ...change,
})
