import type { ImportReport, ImportStatus } from '@rookies/data/course-import/import-course'
import type { ImportIssue, ImportPayload } from '@rookies/data/course-import/payload'

/** `8 lessons`, `1 lesson`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/** One line for each thing that could not be taken as it stands. */
export function issueLines(issues: ImportIssue[]): string[] {
  return issues.map(({ path, line, message }) => {
    return `  ${line === undefined ? path : `${path}:${line}`}  ${message}`
  })
}

function row(status: string, kind: string, path: string, title: string): string {
  return `  ${status.padEnd(9)}  ${kind}  ${path}  ${title}`
}

/** One line for the course, each module and each lesson, in the order of the course. */
export function reportLines(report: ImportReport, payload: ImportPayload): string[] {
  const modules = new Map(report.modules.map((item) => [item.source_path, item.status]))
  const lessons = new Map(report.lessons.map((item) => [item.source_path, item.status]))
  const { course } = payload
  return [
    row(report.course.status, 'course', `/courses/${report.course.slug}`, course.title),
    ...payload.modules.flatMap((module) => [
      row(modules.get(module.source_path) ?? '', 'module', module.source_path, module.title),
      ...module.lessons.map((lesson) =>
        row(lessons.get(lesson.source_path) ?? '', 'lesson', lesson.source_path, lesson.title),
      ),
    ]),
    ...report.kept.map(({ source_path, title }) =>
      row('kept', 'lesson', source_path, `${title} (not in the folder any more)`),
    ),
  ]
}

/** What all those lines come to. */
export function summary(report: ImportReport, payload: ImportPayload): string {
  const statuses = report.lessons.map(({ status }) => status)
  const having = (status: ImportStatus) => statuses.filter((each) => each === status).length
  const parts = [
    `${having('created')} created`,
    `${having('updated')} updated`,
    `${having('unchanged')} unchanged`,
    ...(report.kept.length > 0 ? [`${report.kept.length} kept`] : []),
  ]
  const modules = count(payload.modules.length, 'module')
  return `${modules}, ${count(statuses.length, 'lesson')}: ${parts.join(', ')}.`
}
