import type { ProofReport } from '@rookies/course-format/prove-exercises'
import type { ImportReport, MissingChoice } from '@rookies/data/course-import/import-course'
import { importCounts, issueGroups, placeText } from '@rookies/data/course-import/import-report'
import type { ImportIssue, ImportPayload } from '@rookies/data/course-import/payload'
import { formatNumber } from '@rookies/data/wording'

/** Returns a number with its noun, such as `8 lessons` or `1 lesson`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/** How many places of each kind, and how many modules and lessons, are listed without `--verbose`. */
const MAX_PLACES = 5
const FIRST_MODULES = 30

/** Returns the first lines and the number of the remaining ones; with `verbose`, all lines. */
function firstLines(lines: string[], most: number, verbose: boolean): string[] {
  if (verbose || lines.length <= most + 1) return lines
  const indent = /^ */.exec(lines[0] ?? '')?.[0] ?? ''
  return [...lines.slice(0, most), `${indent}… and ${formatNumber(lines.length - most)} more`]
}

function groupLines(title: string, issues: ImportIssue[], verbose: boolean): string[] {
  if (issues.length === 0) return []
  const groups = issueGroups(issues).flatMap(({ message, places }) => [
    `  ${message}${places.length > 1 ? ` (${formatNumber(places.length)} times)` : ''}`,
    ...firstLines(
      places.map((place) => `    ${placeText(place)}  ${place.about ?? ''}`.trimEnd()),
      MAX_PLACES,
      verbose,
    ),
  ])
  return [`${title}: ${formatNumber(issues.length)}`, ...groups]
}

/**
 * Lists what could not be imported unchanged, in the order of the import screen: first what is left out, by kind,
 * each with its first places.
 */
export function issueLines(issues: ImportIssue[], verbose: boolean): string[] {
  return [
    ...groupLines(
      'Left out',
      issues.filter(({ leftOut }) => leftOut),
      verbose,
    ),
    ...groupLines(
      'Worth checking',
      issues.filter(({ leftOut }) => !leftOut),
      verbose,
    ),
  ]
}

/** Says how many exercises pass the check, and groups by kind what the others need. */
export function proofLines({ proved, total, issues }: ProofReport, verbose: boolean): string[] {
  const all = `${formatNumber(proved)} of ${count(total, 'exercise')} proved here`
  if (issues.length === 0) return [`${all}.`]
  return [
    `${all}. Learners see the others as “in preparation” until they are proved.`,
    ...groupLines('Exercises that need you', issues, verbose),
  ]
}

function row(status: string, kind: string, path: string, title: string): string {
  return `  ${status.padEnd(9)}  ${kind}  ${path}  ${title}`
}

/**
 * Returns a line for the course and each module, in the order of the course; with `verbose`, also one for
 * each lesson.
 */
export function reportLines(
  report: ImportReport,
  payload: ImportPayload,
  missing: MissingChoice,
  verbose: boolean,
): string[] {
  const modules = new Map(report.modules.map((item) => [item.source_path, item]))
  const lessons = new Map(report.lessons.map((item) => [item.source_path, item]))
  const { course } = payload
  const absent = missing === 'bin' ? 'binned' : 'kept'
  const moduleLines = payload.modules.flatMap((module) => {
    const status = modules.get(module.source_path)?.status ?? ''
    const many = verbose ? '' : ` (${count(module.lessons.length, 'lesson')})`
    const own = row(status, 'module', module.source_path, `${module.title}${many}`)
    if (!verbose) return [own]
    const inner = module.lessons.map((lesson) => {
      const known = lessons.get(lesson.source_path)
      const moved = known?.moved && known.status === 'unchanged'
      return row(
        (moved ? 'moved' : known?.status) ?? '',
        'lesson',
        lesson.source_path,
        lesson.title,
      )
    })
    return [own, ...inner]
  })
  const absentLines = report.absent.lessons.map(({ source_path, title }) =>
    row(absent, 'lesson', source_path ?? '(made in the editor)', `${title} (not in the folder)`),
  )
  return [
    row(report.course.status, 'course', `/courses/${report.course.slug}`, course.title),
    ...firstLines(moduleLines, FIRST_MODULES, verbose),
    ...firstLines(absentLines, MAX_PLACES, verbose),
  ]
}

/** Returns the line with the totals. */
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
