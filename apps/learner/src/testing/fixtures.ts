import type { CourseOutline, OutlineLesson } from '@rookies/data/course-viewing/outline'
import type { LibraryCourse } from '@rookies/data/library/library-query'

/** A lesson that opens, unfinished. */
export function aLesson(id: string, change: Partial<OutlineLesson> = {}): OutlineLesson {
  return {
    id,
    title: `Lesson ${id}`,
    type: 'TEXT',
    provider: 'NONE',
    sec: 0,
    free: false,
    done: false,
    open: true,
    ...change,
  }
}

/** A course that the member is entitled to: two modules, three lessons. */
export function anOutline(change: Partial<CourseOutline> = {}): CourseOutline {
  return {
    id: 'c-git',
    slug: 'git',
    title: 'Git from Zero',
    description: null,
    status: 'PUBLISHED',
    thumbnail_url: null,
    author_name: null,
    author_description: null,
    entitled: true,
    can_preview: false,
    ended: false,
    modules: [
      { id: 'm1', title: 'First steps', lessons: [aLesson('a', { sec: 305 }), aLesson('b')] },
      { id: 'm2', title: 'Branches', lessons: [aLesson('c')] },
    ],
    ...change,
  }
}

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
    entitled_at: '2026-01-01T00:00:00+00:00',
    last_activity_at: null,
    expires_at: null,
    ended: false,
    ...change,
  }
}
