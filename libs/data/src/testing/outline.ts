import type { CourseOutline, OutlineLesson } from '../course-viewing/outline'

/** An open, unfinished lesson. */
export function aLesson(id: string, change: Partial<OutlineLesson> = {}): OutlineLesson {
  return {
    id,
    title: `Lesson ${id}`,
    type: 'TEXT',
    provider: 'NONE',
    sec: 0,
    free: false,
    done: false,
    watched: 0,
    page: false,
    open: true,
    ...change,
  }
}

/** A course to which the member has access: two modules, three lessons. */
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
    staff: false,
    changes_at: null,
    in_cohort: false,
    time_zone: null,
    modules: [
      { id: 'm1', title: 'First steps', lessons: [aLesson('a', { sec: 305 }), aLesson('b')] },
      { id: 'm2', title: 'Branches', lessons: [aLesson('c')] },
    ],
    ...change,
  }
}
