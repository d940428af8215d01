import type { LibraryCourse } from '@rookies/data/library/library-query'

/** The body of a lesson, as PostgREST answers it. */
export function aBody(id: string, change: Record<string, unknown> = {}) {
  return {
    id,
    module_id: 'm1',
    title: `Lesson ${id}`,
    content_type: 'TEXT',
    video_provider: 'NONE',
    video_asset_id: null,
    video_start_sec: 0,
    external_url: null,
    description: `About ${id}`,
    content: null,
    duration_sec: 0,
    free_preview: false,
    file_key: null,
    file_name: null,
    file_size: null,
    lesson_files: [],
    lesson_attachments: [],
    lesson_progress: [],
    ...change,
  }
}

/** A course of the library, half finished. */
export function aCourse(title: string, change: Partial<LibraryCourse> = {}): LibraryCourse {
  const slug = title.toLowerCase().replaceAll(' ', '-')
  return {
    id: slug,
    slug,
    title,
    description: null,
    thumbnail_url: null,
    author_name: null,
    category: null,
    total: 4,
    completed: 2,
    duration_sec: 4500,
    next_lesson_id: 'l3',
    resume: null,
    entitled_at: '2026-01-01T00:00:00+00:00',
    last_activity_at: null,
    expires_at: null,
    ended: false,
    ...change,
  }
}
