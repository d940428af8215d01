import { DEFAULT_ERROR_MESSAGE, isTransient, toDataError } from '../errors'
import { formatCount } from '../wording'
import {
  type ImportReport,
  type ImportStatus,
  isContentMissing,
  isSlugTaken,
  isStaleImport,
  type MissingChoice,
} from './import-course'
import type { ImportIssue } from './payload'

/** The number of lessons by result. `moved` counts unchanged lessons that move to another module. */
export interface ImportCounts {
  created: number
  updated: number
  unchanged: number
  moved: number
  absent: number
}

/** Counts the lessons in the report of an import or of a dry run. */
export function importCounts({ lessons, absent }: ImportReport): ImportCounts {
  const having = (status: ImportStatus) => lessons.filter((each) => each.status === status).length
  const moved = lessons.filter((each) => each.moved && each.status === 'unchanged').length
  return {
    created: having('created'),
    updated: having('updated'),
    unchanged: having('unchanged') - moved,
    moved,
    absent: absent.lessons.length,
  }
}

/** Returns whether an import would change no text and no order, and move nothing to the bin. */
export function changesNothing(report: ImportReport, missing: 'keep' | 'bin'): boolean {
  const { course, modules, lessons, absent } = report
  const stays = [course, ...modules, ...lessons].every(({ status }) => status === 'unchanged')
  const keepsOrder =
    !course.reordered &&
    modules.every(({ reordered }) => !reordered) &&
    lessons.every(({ moved }) => !moved)
  const bins = missing === 'bin' && absent.modules.length + absent.lessons.length > 0
  return stays && keepsOrder && !bins
}

/** Issues of one kind, which have the same message. */
export interface IssueGroup {
  message: string
  /** The issues in the order in which they were found. */
  places: ImportIssue[]
}

/** Groups issues by message, the most frequent first, so that the report has one line for each kind. */
export function issueGroups(issues: readonly ImportIssue[]): IssueGroup[] {
  const groups = new Map<string, IssueGroup>()
  for (const issue of issues) {
    const group = groups.get(issue.message) ?? { message: issue.message, places: [] }
    group.places.push(issue)
    groups.set(issue.message, group)
  }
  return [...groups.values()].sort((one, other) => other.places.length - one.places.length)
}

/** Returns the file of an issue, with the line if it is known: `a/b.md:3`. */
export function placeText({ path, line }: ImportIssue): string {
  return line === undefined ? path : `${path}:${line}`
}

function whoHas(number: number): string {
  return `${formatCount(number, 'learner')} ${number === 1 ? 'has' : 'have'}`
}

/**
 * Returns sentences about the effect of an import on learners. Takes the report of a dry run, what happens to missing
 * lessons, and whether the import publishes the course.
 */
export function learnerImpact(
  report: ImportReport,
  missing: MissingChoice,
  publish: boolean,
): string[] {
  const { learners, absent } = report
  if (learners === null) {
    return [
      publish
        ? 'The course is published at once; learners see it once they are given access.'
        : 'The course is made as a draft: learners do not see it until it is published.',
    ]
  }
  const sentences = [
    learners.with_access === 0
      ? 'No one has access to the course.'
      : `${whoHas(learners.with_access)} access to the course.`,
  ]
  if (learners.completed_updated > 0) {
    sentences.push(
      `${whoHas(learners.completed_updated)} completed lessons that change; their completions stay.`,
    )
  }
  const gone = absent.lessons.length
  if (gone > 0 && missing === 'keep') {
    sentences.push(
      `${formatCount(gone, 'lesson')} ${gone === 1 ? 'is' : 'are'} not in the folder and ${gone === 1 ? 'stays' : 'stay'}, at the end of ${gone === 1 ? 'its module' : 'their modules'}.`,
    )
  }
  if (gone > 0 && missing === 'bin') {
    sentences.push(
      `${formatCount(gone, 'lesson')} ${gone === 1 ? 'goes' : 'go'} to the bin and can be restored for 30 days.`,
    )
    if (learners.completed_absent > 0) {
      sentences.push(
        `${whoHas(learners.completed_absent)} completed lessons that go to the bin; their progress is kept in case you restore them.`,
      )
    }
  }
  return sentences
}

/** Error codes whose message is written for people. */
const OWN_ERROR_CODES = new Set(['PT422', '42501'])

/** Shown if no answer came, so that the import may have happened or not. */
const LOST =
  "The server didn't answer. Check your connection and try again: nothing is imported twice."

const MESSAGES: Readonly<Record<string, string>> = {
  '57014':
    'It took longer than the server allows, so nothing was changed. Import a smaller folder.',
  '23505': 'Someone else made a course with this slug at the same moment. Nothing was changed.',
  '23P01': 'Someone else changed this course at the same moment. Nothing was changed. Try again.',
}

/** Returns a sentence for people about a failed dry run or import. */
export function importFailure(thrown: unknown): string {
  const error = toDataError(thrown)
  if (isStaleImport(error)) {
    return 'Someone else has changed this course since it was checked. Nothing was changed. Review the new check, then import.'
  }
  if (isContentMissing(error)) {
    return 'The lessons sent for this import have been deleted. Nothing was changed. Try again to send them once more.'
  }
  if (isSlugTaken(error)) return `${error.message} Choose another one.`
  const known = MESSAGES[error.code]
  if (known !== undefined) return known
  if (isTransient(error)) return LOST
  return OWN_ERROR_CODES.has(error.code)
    ? error.message
    : `${DEFAULT_ERROR_MESSAGE}. Nothing was changed.`
}
