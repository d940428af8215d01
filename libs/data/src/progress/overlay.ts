import type { CourseOutline, OutlineLesson } from '../course-viewing/outline'
import type { LibraryCourse } from '../library/library-query'
import { ofKind, type Queued } from '../outbox/kind'
import type { CompletionChange } from './queued-completions'
import type { WatchChange } from './record-progress'

/** Applies queued changes to an outline from the server. */
export function outlineWith(outline: CourseOutline, queued: readonly Queued[]): CourseOutline {
  return completions(queued).reduce(
    (marked, { lessonId, done }) => markLesson(marked, lessonId, done),
    outline,
  )
}

/**
 * Applies queued changes to the library from the server: to the counts of its courses, and to the lesson where the
 * person stopped.
 */
export function libraryWith(
  courses: readonly LibraryCourse[],
  queued: readonly Queued[],
): LibraryCourse[] {
  const changes = completions(queued)
  return courses.map((course) => {
    const own = queued.filter(({ change }) => change.slug === course.slug)
    if (own.length === 0) return course
    const gained = changes
      .filter(({ slug }) => slug === course.slug)
      .reduce((sum, { done, was }) => sum + Number(done) - Number(was), 0)
    return {
      ...course,
      resume: resumedWith(course.resume, own),
      completed: Math.min(course.total, Math.max(0, course.completed + gained)),
    }
  })
}

/**
 * Applies the video that was watched most recently as the lesson where the person stopped, unless it was completed
 * since.
 */
function resumedWith(
  resume: LibraryCourse['resume'],
  queued: readonly Queued[],
): LibraryCourse['resume'] {
  const watched = ofKind<WatchChange>(queued, 'watch').at(-1)?.change
  const known = resume?.lesson_id === watched?.lessonId ? resume : null
  const stopped: LibraryCourse['resume'] = watched
    ? {
        lesson_id: watched.lessonId,
        title: known?.title ?? null,
        type: 'VIDEO',
        duration_sec: watched.durationSec ?? known?.duration_sec ?? 0,
        position_sec: watched.positionSec,
      }
    : resume
  const done = completions(queued).some(
    (change) => change.done && change.lessonId === stopped?.lesson_id,
  )
  return done ? null : stopped
}

/** Returns the completions among queued changes. */
export function completions(queued: readonly Queued[]): CompletionChange[] {
  return ofKind<CompletionChange>(queued, 'completion').map(({ change }) => change)
}

/** Returns the outline with one lesson marked as completed or not; the same object if nothing changes. */
export function markLesson(outline: CourseOutline, lessonId: string, done: boolean): CourseOutline {
  return withLesson(outline, lessonId, 'done', done)
}

/** Returns the outline with the watched percentage of one video; the same object if nothing changes. */
export function markWatched(
  outline: CourseOutline,
  lessonId: string,
  percent: number,
): CourseOutline {
  return withLesson(outline, lessonId, 'watched', percent)
}

function withLesson<K extends 'done' | 'watched'>(
  outline: CourseOutline,
  lessonId: string,
  key: K,
  value: OutlineLesson[K],
): CourseOutline {
  let changed = false
  const modules = outline.modules.map((module) => {
    if (!module.lessons.some((lesson) => lesson.id === lessonId && lesson[key] !== value)) {
      return module
    }
    changed = true
    return {
      ...module,
      lessons: module.lessons.map((lesson) =>
        lesson.id === lessonId ? { ...lesson, [key]: value } : lesson,
      ),
    }
  })
  return changed ? { ...outline, modules } : outline
}
