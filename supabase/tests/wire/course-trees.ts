import { randomUUID } from 'node:crypto'
import type { Person, TestDatabase } from '../database'

/** A course with one module, one text lesson and one attachment. */
export interface CourseTree {
  course: string
  slug: string
  module: string
  lesson: string
  attachment: string
  /** The fields of the course that a screen knows. */
  record: { id: string; created_by_id: string }
}

interface CourseTreeOptions {
  by: Person
  status?: 'DRAFT' | 'PUBLISHED'
  /** The people with access. */
  entitled?: readonly Person[]
  /** The part that was deleted an hour ago: the whole course, or from the module or the lesson down. */
  deleted?: 'course' | 'module' | 'lesson'
  freePreview?: boolean
}

/** Creates a course as the owner of the database, in a single statement. */
export async function courseTree(
  db: TestDatabase,
  { by, status = 'PUBLISHED', entitled = [], deleted, freePreview = false }: CourseTreeOptions,
): Promise<CourseTree> {
  const [course, module, lesson, attachment] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ]
  const slug = `c-${course}`
  const depth = { course: 3, module: 2, lesson: 1, none: 0 }[deleted ?? 'none']
  await db.owner(
    `with moment as (select now() - interval '1 hour' as gone),
     c as (
       insert into public.courses (id, title, slug, created_by_id, status, deleted_at)
       select $1, 'A course', $2, $3, $4, case when $9 >= 3 then gone end from moment),
     m as (
       insert into public.modules (id, course_id, title, index, deleted_at)
       select $5, $1, 'A module', 0, case when $9 >= 2 then gone end from moment),
     l as (
       insert into public.lessons (id, module_id, title, index, content_type, content, external_url, free_preview, deleted_at)
       select $6, $5, 'A lesson', 0, 'TEXT', 'secret text', 'https://example.org/secret', $10,
         case when $9 >= 1 then gone end from moment),
     a as (
       insert into public.lesson_attachments (id, lesson_id, title, url, sort_order)
       values ($7, $6, 'Notes', 'https://example.org/secret-notes', 0))
     insert into public.entitlements (user_id, course_id, granted_by_id)
     select person, $1, null from unnest($8::uuid[]) person`,
    [
      course,
      slug,
      by.id,
      status,
      module,
      lesson,
      attachment,
      entitled.map(({ id }) => id),
      depth,
      freePreview,
    ],
  )
  return { course, slug, module, lesson, attachment, record: { id: course, created_by_id: by.id } }
}
