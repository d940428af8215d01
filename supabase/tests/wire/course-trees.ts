import { randomUUID } from 'node:crypto'
import type { Person, TestDatabase } from '../database'
import { writeRows } from '../together'

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

/** Creates a course as the owner of the database. */
export async function courseTree(
  db: TestDatabase,
  { by, status = 'PUBLISHED', entitled = [], deleted, freePreview = false }: CourseTreeOptions,
): Promise<CourseTree> {
  const course = randomUUID()
  const tree = {
    ...{ course, module: randomUUID(), lesson: randomUUID(), attachment: randomUUID() },
    slug: `c-${course}`,
  }
  const depth = { course: 3, module: 2, lesson: 1, none: 0 }[deleted ?? 'none']
  const people = entitled.map(({ id }) => id)
  await write(db, { ...tree, by: by.id, status, depth, free: freePreview, people })
  return { ...tree, record: { id: course, created_by_id: by.id } }
}

const write = writeRows(
  `with t as (
       select t.*, now() - interval '1 hour' as gone from jsonb_to_recordset($1) t (course uuid, module uuid, lesson uuid,
         attachment uuid, slug text, by uuid, status public.course_status, depth integer, free boolean, people uuid[])),
     c as (
       insert into public.courses (id, title, slug, created_by_id, status, deleted_at)
       select course, 'A course', slug, by, status, case when depth >= 3 then gone end from t),
     m as (
       insert into public.modules (id, course_id, title, index, deleted_at)
       select module, course, 'A module', 0, case when depth >= 2 then gone end from t),
     l as (
       insert into public.lessons (id, module_id, title, index, content_type, content, external_url, free_preview, deleted_at)
       select lesson, module, 'A lesson', 0, 'TEXT', 'secret text', 'https://example.org/secret', free,
         case when depth >= 1 then gone end from t),
     a as (
       insert into public.lesson_attachments (id, lesson_id, title, url, sort_order)
       select attachment, lesson, 'Notes', 'https://example.org/secret-notes', 0 from t)
     insert into public.entitlements (user_id, course_id, granted_by_id)
     select person, course, null from t cross join unnest(people) person`,
)
