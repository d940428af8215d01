import { NOTES_PATH } from '@rookies/data/access/home'
import { coursePath, lessonPath } from '@rookies/data/course-viewing/paths'
import type { LibraryCourse } from '@rookies/data/library/library-query'
import { categoryPath } from '@rookies/data/library/shown-courses'
import type { Note } from '@rookies/data/notes/note'
import { notePath } from '@rookies/data/notes/note-path'
import { STATE_LABELS } from '@rookies/data/questions/question'
import { foundLessonPath } from '@rookies/data/search/passage'
import type { FoundQuestion, SearchAnswer } from '@rookies/data/search/search-query'

/** One result of the search, with marked texts and its address. */
export interface Result {
  /** An id that is unique on the page. */
  id: string
  to: string
  kind:
    | 'course'
    | 'category'
    | 'video'
    | 'file'
    | 'text'
    | 'link'
    | 'assignment'
    | 'exercise'
    | 'question'
    | 'note'
  title: string
  /** The course or lesson that the result belongs to; for a course or category, how many lessons it has. */
  about: string | null
  snippet: string | null
  /** Set if the snippet is an excerpt of an answer and not of the result itself. */
  snippetOf?: 'Answer' | 'Accepted answer'
}

export interface ResultGroup {
  label: 'Continue' | 'Courses' | 'Categories' | 'Lessons' | 'Questions' | 'Your notes'
  results: Result[]
}

/** The number of courses that are offered before anything is typed. */
const MAX_CONTINUED = 3

const LESSON_KINDS = {
  VIDEO: 'video',
  FILE: 'file',
  TEXT: 'text',
  EXTERNAL_LINK: 'link',
  ASSIGNMENT: 'assignment',
  EXERCISE: 'exercise',
} as const

/** Returns the unfinished courses that the person studied last, each with a link to its next lesson. */
export function continuedCourses(library: readonly LibraryCourse[]): Result[] {
  return library
    .flatMap((course) => {
      const lesson = course.resume?.lesson_id ?? course.next_lesson_id
      return course.last_activity_at !== null && lesson !== null ? [{ course, lesson }] : []
    })
    .toSorted(
      (a, b) =>
        Date.parse(b.course.last_activity_at ?? '') - Date.parse(a.course.last_activity_at ?? ''),
    )
    .slice(0, MAX_CONTINUED)
    .map(({ course: { slug, title, resume, completed, total }, lesson }) => ({
      id: `continue-${slug}`,
      to: lessonPath(slug, lesson),
      kind: resume?.title ? LESSON_KINDS[resume.type] : 'course',
      title: resume?.title ?? title,
      about: resume?.title ? title : `${completed} of ${total} lessons`,
      snippet: null,
    }))
}

/** The number of characters of a note that the list shows. */
const NOTE_EXCERPT_LENGTH = 120

/**
 * Returns the groups of results as the list shows them: those of the search's answer, the questions, and the person's
 * notes. Empty groups are left out.
 */
export function resultGroups(
  { courses, categories, lessons }: SearchAnswer,
  questions: readonly FoundQuestion[],
  notes: readonly Note[],
): ResultGroup[] {
  const groups: ResultGroup[] = [
    {
      label: 'Courses',
      results: courses.map(({ slug, title, category, snippet }) => ({
        id: `course-${slug}`,
        to: coursePath(slug),
        kind: 'course',
        title,
        about: category,
        snippet,
      })),
    },
    {
      label: 'Categories',
      results: categories.map((category, i) => ({
        id: `category-${i}`,
        to: categoryPath(category.name),
        kind: 'category',
        title: category.title,
        about: category.courses === 1 ? '1 course' : `${category.courses} courses`,
        snippet: null,
      })),
    },
    {
      label: 'Lessons',
      results: lessons.map(({ id, slug, title, course, type, snippet }) => ({
        id: `lesson-${id}`,
        to: foundLessonPath(slug, id, snippet),
        kind: LESSON_KINDS[type],
        title,
        about: course,
        snippet,
      })),
    },
    {
      label: 'Questions',
      results: questions.map(
        ({ id, slug, lesson_id, lesson, course, title, snippet, state, answer }) => ({
          id: `question-${id}`,
          to: `${lessonPath(slug, lesson_id)}?${new URLSearchParams({ question: id, ...(answer && { answer: answer.id }) })}`,
          kind: 'question',
          title,
          about: `${STATE_LABELS[state]} question · ${lesson} · ${course}`,
          snippet,
          ...(answer && { snippetOf: answer.accepted ? 'Accepted answer' : 'Answer' }),
        }),
      ),
    },
    {
      label: 'Your notes',
      results: notes.map((note) => ({
        id: `note-${note.id}`,
        to: notePath(note) ?? `${NOTES_PATH}?${new URLSearchParams({ q: note.lesson_title })}`,
        kind: 'note',
        title: [...note.body.replace(/\s+/g, ' ')].slice(0, NOTE_EXCERPT_LENGTH).join(''),
        about: note.lesson_title,
        snippet: null,
      })),
    },
  ]
  return groups.filter(({ results }) => results.length > 0)
}
