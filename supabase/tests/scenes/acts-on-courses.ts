import { randomUUID } from 'node:crypto'
import type { Person, TestDatabase } from '../database'
import { type Act, SECRET_NAME } from './act'
import { files } from './files'

type Course = Awaited<ReturnType<TestDatabase['course']>>

/** Returns, for each function that changes courses, an action that calls it on a new course. */
export function actsOnCourses(db: TestDatabase): Record<string, () => Promise<Act>> {
  const { sent, write } = files(db)
  const admin = () => db.person({ role: 'ADMIN', name: SECRET_NAME })

  /** Returns an administrator's action on a new course. */
  const onCourse =
    (
      records: string[],
      args: (course: Course, who: Person) => object | Promise<object>,
      names: (course: Course) => string[] = ({ id }) => [id],
    ) =>
    async (): Promise<Act> => {
      const [who, course] = [await admin(), await db.course()]
      return {
        who,
        args: { ...(await args(course, who)) },
        names: names(course),
        records,
      }
    }

  const folder = (slug: string) => ({
    course: { title: 'Imported', slug, publish: false },
    modules: [
      {
        source_path: 'a',
        title: 'A',
        lessons: [{ source_path: 'a/one', title: 'One', content_type: 'TEXT', content: 'One' }],
      },
    ],
  })

  return {
    create_module: onCourse(['module.create'], ({ id }) => ({ course_id: id, title: 'New' })),
    delete_course: onCourse(
      ['course.delete', 'module.delete', 'lesson.delete', 'lesson.delete', 'lesson.delete'],
      ({ id }) => ({ course_id: id }),
    ),
    delete_lesson: onCourse(
      ['lesson.delete'],
      ({ text }) => ({ lesson_id: text }),
      ({ text }) => [text],
    ),
    delete_module: onCourse(
      ['module.delete', 'lesson.delete', 'lesson.delete', 'lesson.delete'],
      ({ moduleId }) => ({ module_id: moduleId }),
      ({ moduleId }) => [moduleId],
    ),
    describe_file: onCourse(
      ['lesson_file.update'],
      async ({ id, text }, who) => {
        const path = await sent(who)
        await write(who, text, `![](lesson-files/${path})`)
        return { course_id: id, path, alt: 'A tea pot' }
      },
      () => [],
    ),
    duplicate_course: onCourse(
      [
        'course.duplicate',
        'course.create',
        'module.create',
        'lesson.create',
        'lesson.create',
      ].concat(['lesson.create', 'lesson_attachment.create']),
      ({ id }) => ({ course_id: id }),
    ),
    duplicate_lesson: onCourse(
      ['lesson.duplicate', 'lesson.create', 'lesson_attachment.create', 'lesson.reorder'],
      ({ text }) => ({ lesson_id: text }),
      ({ text }) => [text],
    ),
    duplicate_module: onCourse(
      [
        'module.duplicate',
        'module.create',
        'lesson.create',
        'lesson.create',
        'lesson.create',
      ].concat(['lesson_attachment.create']),
      ({ moduleId }) => ({ module_id: moduleId }),
      ({ moduleId }) => [moduleId],
    ),
    export_course: onCourse(['data.export'], ({ id }) => ({ course_id: id })),
    export_lesson: onCourse(
      ['data.export'],
      ({ text }) => ({ lesson_id: text }),
      ({ text }) => [text],
    ),
    import_course: async () => ({
      who: await admin(),
      args: { payload: JSON.stringify(folder(`f-${randomUUID().slice(0, 8)}`)), dry_run: false },
      names: [],
      records: ['course.create', 'module.create', 'lesson.create'],
    }),
    undo_import: async () => {
      const [who, slug] = [await admin(), `f-${randomUUID().slice(0, 8)}`]
      await db.answer(who, 'import_course', {
        payload: JSON.stringify(folder(slug)),
        dry_run: false,
      })
      const [course] = await db.owner('select id from public.courses where slug = $1', [slug])
      return {
        who,
        args: { course_id: course?.id },
        names: [String(course?.id)],
        records: ['course.delete', 'module.delete', 'lesson.delete'],
      }
    },
    reorder_course: onCourse(
      ['lesson.reorder'],
      ({ id, moduleId, text, preview, link }) => ({
        course_id: id,
        wanted: JSON.stringify([{ id: moduleId, lessons: [link, text, preview] }]),
        expected: JSON.stringify([{ id: moduleId, lessons: [text, preview, link] }]),
      }),
      ({ moduleId }) => [moduleId],
    ),
    restore_course: onCourse(
      ['course.restore', 'module.restore', 'lesson.restore', 'lesson.restore', 'lesson.restore'],
      async ({ id }, who) => {
        await db.answer(who, 'delete_course', { course_id: id })
        return { course_id: id }
      },
    ),
    restore_lesson: onCourse(
      ['lesson.restore'],
      async ({ text }, who) => {
        await db.answer(who, 'delete_lesson', { lesson_id: text })
        return { lesson_id: text }
      },
      ({ text }) => [text],
    ),
    restore_module: onCourse(
      ['module.restore', 'lesson.restore', 'lesson.restore', 'lesson.restore'],
      async ({ moduleId }, who) => {
        await db.answer(who, 'delete_module', { module_id: moduleId })
        return { module_id: moduleId }
      },
      ({ moduleId }) => [moduleId],
    ),
    restore_lesson_version: onCourse(
      ['lesson.restore_version'],
      async ({ text }, who) => {
        await write(who, text, 'Another text')
        const [kept] = await db.owner(
          `select v.id, l.updated_at::text from public.lesson_versions v join public.lessons l on l.id = v.lesson_id
           where v.lesson_id = $1 and v.no = 1`,
          [text],
        )
        return { version_id: kept?.id, unchanged_since: kept?.updated_at }
      },
      ({ text }) => [text],
    ),
    save_lesson: onCourse(
      ['lesson.update'],
      ({ text }) => ({ lesson: JSON.stringify({ id: text, title: 'Called differently' }) }),
      ({ text }) => [text],
    ),
  }
}
