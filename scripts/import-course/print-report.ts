import { importCounts } from '@rookies/data/course-import/import-counts'
import type { ImportReport, MissingChoice } from '@rookies/data/course-import/import-course'
import { issueGroups, placeWords } from '@rookies/data/course-import/issue-groups'
import type { ImportIssue, ImportPayload } from '@rookies/data/course-import/payload'

/** `8 lessons`, `1 lesson`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/** What could not be taken as it stands: a line for each kind, and below it one for each place. */
export function issueLines(issues: ImportIssue[]): string[] {
  return issueGroups(issues).flatMap(({ message, places }) => [
    `  ${message}`,
    ...places.map((place) => `    ${placeWords(place)}  ${place.about ?? ''}`.trimEnd()),
  ])
}

function row(status: string, kind: string, path: string, title: string): string {
  return `  ${status.padEnd(9)}  ${kind}  ${path}  ${title}`
}

/** One line for the course, each module and each lesson, in the order of the course. */
export function reportLines(
  report: ImportReport,
  payload: ImportPayload,
  missing: MissingChoice,
): string[] {
  const modules = new Map(report.modules.map((item) => [item.source_path, item]))
  const lessons = new Map(report.lessons.map((item) => [item.source_path, item]))
  const { course } = payload
  const absent = missing === 'bin' ? 'binned' : 'kept'
  return [
    row(report.course.status, 'course', `/courses/${report.course.slug}`, course.title),
    ...payload.modules.flatMap((module) => [
      row(
        modules.get(module.source_path)?.status ?? '',
        'module',
        module.source_path,
        module.title,
      ),
      ...module.lessons.map((lesson) => {
        const known = lessons.get(lesson.source_path)
        const status = known?.moved && known.status === 'unchanged' ? 'moved' : known?.status
        return row(status ?? '', 'lesson', lesson.source_path, lesson.title)
      }),
    ]),
    ...report.absent.lessons.map(({ source_path, title }) =>
      row(absent, 'lesson', source_path ?? '(made in the editor)', `${title} (not in the folder)`),
    ),
  ]
}

/** What all those lines come to. */
export function summary(
  report: ImportReport,
  payload: ImportPayload,
  missing: MissingChoice,
): string {
  const { created, updated, unchanged, moved, absent } = importCounts(report)
  const parts = [
    `${created} created`,
    `${updated} updated`,
    `${unchanged} unchanged`,
    ...(moved > 0 ? [`${moved} moved`] : []),
    ...(absent > 0 ? [`${absent} ${missing === 'bin' ? 'moved to the bin' : 'kept'}`] : []),
  ]
  const modules = count(payload.modules.length, 'module')
  return `${modules}, ${count(report.lessons.length, 'lesson')}: ${parts.join(', ')}.`
}
