import { randomBytes, randomUUID } from 'node:crypto'
import type { Person, TestDatabase } from '../database'

export interface Answer {
  courses: { slug: string; title: string; category: string | null; snippet: string | null }[]
  categories: { name: string; title: string; courses: number }[]
  lessons: {
    id: string
    slug: string
    title: string
    course: string
    type: string
    snippet: string | null
  }[]
  corrected: string | null
}

export const nothing: Answer = { courses: [], categories: [], lessons: [], corrected: null }

/** Returns a word of letters that exists nowhere else. */
export const aWord = () =>
  [...randomBytes(20)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')

type Lesson = { title?: string; description?: string; content?: string; free?: boolean }

/** Creates courses and people, and searches as them. */
export function searching(db: TestDatabase) {
  async function search(who: Person, query: string): Promise<Answer> {
    return (await db.value(who, 'select public.search($1)', [query])) as Answer
  }

  async function courseWith(
    lessons: Lesson[],
    options: {
      title?: string
      description?: string
      category?: string
      status?: 'DRAFT' | 'PUBLISHED'
      by?: Person
    } = {},
  ) {
    const [course, moduleId] = [randomUUID(), randomUUID()]
    const slug = `course-${course.slice(0, 8)}`
    await db.owner(
      `insert into public.courses (id, title, slug, description, category, status, created_by_id)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        course,
        options.title ?? 'Unrelated',
        slug,
        options.description ?? null,
        options.category ?? null,
        options.status ?? 'PUBLISHED',
        options.by?.id ?? null,
      ],
    )
    await db.owner(
      `insert into public.modules (id, course_id, title, index) values ($1, $2, 'One', 0)`,
      [moduleId, course],
    )
    const ids = lessons.map(() => randomUUID())
    for (const [i, lesson] of lessons.entries()) {
      await db.owner(
        `insert into public.lessons (id, module_id, title, index, content_type, description, content, free_preview)
         values ($1, $2, $3, $4, 'TEXT', $5, $6, $7)`,
        [
          ids[i],
          moduleId,
          lesson.title ?? `Page ${i}`,
          i,
          lesson.description ?? null,
          lesson.content ?? null,
          lesson.free ?? false,
        ],
      )
    }
    return { course, slug, moduleId, ids }
  }

  async function memberOf(...courses: { course: string }[]): Promise<Person> {
    const member = await db.person()
    for (const { course } of courses) await db.entitle(member, course)
    return member
  }

  return { search, courseWith, memberOf }
}

export const idsOf = (answer: Answer) => answer.lessons.map(({ id }) => id)
