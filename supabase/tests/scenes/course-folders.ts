import type { Person, TestDatabase } from '../database'

interface Item {
  source_path: string
  status: string
  moved?: boolean
  reordered?: boolean
}
interface Report {
  course: { id: string; status: string; reordered: boolean }
  version: string
  modules: Item[]
  lessons: Item[]
  absent: { modules: { title: string }[]; lessons: { title: string }[] }
  learners: { with_access: number; completed_updated: number; completed_absent: number } | null
}
interface Lesson {
  id?: string
  title: string
  content: string | null
  attachments: { title: string; url: string }[]
}
export interface Exported {
  course: Record<string, unknown>
  modules: { id: string; title: string; lessons: Lesson[] }[]
}

/** Returns an export in the form of a folder that is imported. */
export const listed = ({ course, modules }: Exported) => ({
  course: { ...course, publish: false },
  modules: modules.map((module, m) => ({
    ...module,
    source_path: `m${m}`,
    lessons: module.lessons.map((lesson, l) => ({ ...lesson, source_path: `m${m}/l${l}.md` })),
  })),
})

/** Returns the results for the course, its modules and its lessons, in order. */
export const words = (report: Report) => [
  report.course.status,
  ...report.modules.map(({ status }) => status),
  ...report.lessons.map(({ status }) => status),
]

/** Exports and imports courses through the API. */
export function courseFolders(db: TestDatabase) {
  const read = async (who: Person, courseId: string) =>
    (await db.value(who, 'select public.export_course($1)', [courseId])) as Exported
  const send = (who: Person, body: object, more: Record<string, unknown> = {}) =>
    db.as(who, 'select public.import_course($1, $2, $3, $4) as report', [
      JSON.stringify(body),
      more.dryRun ?? false,
      more.missing ?? 'keep',
      more.since ?? null,
    ])
  const run = async (who: Person, body: object, more: Record<string, unknown> = {}) => {
    const { rows, code, message } = await send(who, body, more)
    if (code) throw new Error(`${code}: ${message}`)
    return rows[0]?.report as Report
  }
  const changes = async (id: string) =>
    (
      await db.owner(
        `select action from public.audit_logs where target_id in (
           select $1 union select m.id::text from public.modules m where m.course_id::text = $1
           union select l.id::text from public.lessons l join public.modules m on m.id = l.module_id where m.course_id::text = $1)
         order by id`,
        [id],
      )
    ).map(({ action }) => action)

  return { read, send, run, changes }
}
