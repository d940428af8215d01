import {
  type AssignmentPart,
  type CriterionPart,
  WORK_KINDS,
  type WorkKind,
} from '@rookies/data/assignments/assignment-part'
import {
  ASSIGNMENT_LIMITS,
  assignmentValues,
  BLIND_WITHOUT_OWNERS,
  criterionError,
  namesOwner,
} from '@rookies/data/assignments/edit-assignment'
import {
  EMPTY_TESTS,
  testPart,
  testProblems,
  testValues,
} from '@rookies/data/assignments/edit-tests'
import { LATE_RULE } from '@rookies/data/database.gen'
import { recordOf, textOf } from '../plain-values'
import type { TestPart } from './assignment-file'

/** The keys of a lesson of type assignment in front matter (rules/courses#export). */
export interface AssignmentKeys {
  accepts?: WorkKind[]
  due_day?: number
  /** Null for the end of the day. */
  due_time?: string | null
  late?: AssignmentPart['late']
  cutoff_days?: number
  blind?: boolean
  rubric?: WrittenCriterion[]
}

/** A criterion as a file has it, with the names of its unknown keys. */
interface WrittenCriterion extends CriterionPart {
  unknown: string[]
}

export const ASSIGNMENT_KEYS = [
  'accepts',
  'due_day',
  'due_time',
  'late',
  'cutoff_days',
  'blind',
  'rubric',
] as const satisfies readonly (keyof AssignmentKeys)[]

const END_OF_DAY = 'end of day'

/** Returns the front matter of an assignment, without default values. */
export function assignmentKeys(part: AssignmentPart) {
  const isUsualTime = part.due_time === DEFAULTS.due_time
  return {
    accepts: part.accepts.map((kind) => kind.toLowerCase()).join(', '),
    due_day: part.due_day ?? undefined,
    due_time: isUsualTime && part.due_day === null ? undefined : (part.due_time ?? END_OF_DAY),
    late: part.late === DEFAULTS.late ? undefined : part.late.toLowerCase(),
    cutoff_days: part.cutoff_days ?? undefined,
    blind: part.blind || undefined,
    rubric:
      part.rubric.length === 0
        ? undefined
        : part.rubric.map(({ title, essential, levels }) => ({
            title,
            essential: essential || undefined,
            levels: levels.map((level) => ({
              title: level.title,
              points: level.points ?? undefined,
              meaning: level.meaning || undefined,
            })),
          })),
  }
}

/** The values of an assignment whose file has none of the keys. */
const DEFAULTS: AssignmentPart = {
  accepts: ['TEXT'],
  due_day: null,
  due_time: '18:00',
  late: 'MARKED',
  cutoff_days: null,
  blind: false,
  ...testPart(EMPTY_TESTS),
  rubric: [],
}

/** Parses a list of accepted kinds of work, such as `text, link`; undefined for other values. */
export function readAccepts(value: unknown): WorkKind[] | undefined {
  if (typeof value !== 'string') return undefined
  const kinds = value.split(',').map((word) => {
    const written = word.trim().toUpperCase()
    return WORK_KINDS.find((kind) => kind === written)
  })
  return kinds.every((kind) => kind !== undefined) ? kinds : undefined
}

/** Parses a time such as `18:00`, and returns null for `end of day`; undefined for other values. */
export function readDueTime(value: unknown): string | null | undefined {
  if (typeof value !== 'string') return undefined
  const written = value.trim().toLowerCase()
  if (written === END_OF_DAY) return null
  const [, hours = '', minutes = ''] = /^(\d{1,2}):([0-5]\d)$/.exec(written) ?? []
  return hours !== '' && Number(hours) < 24 ? `${hours.padStart(2, '0')}:${minutes}` : undefined
}

export function readLate(value: unknown): AssignmentPart['late'] | undefined {
  const written = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return LATE_RULE.find((rule) => rule.toLowerCase() === written)
}

export const readDueDay = (value: unknown) => wholeUpTo(ASSIGNMENT_LIMITS.dueDay, value)

export const readCutoffDays = (value: unknown) => wholeUpTo(ASSIGNMENT_LIMITS.cutoffDays, value)

function wholeUpTo(most: number, value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most
    ? Number(value)
    : undefined
}

/** Parses a list of criteria with their levels; undefined for other values. */
export function readRubric(value: unknown): WrittenCriterion[] | undefined {
  if (!Array.isArray(value)) return undefined
  const criteria = value.map((item: unknown) => {
    const { title, essential = false, levels, ...others } = recordOf(item)
    if (!Array.isArray(levels) || typeof essential !== 'boolean') return undefined
    const read = levels.map((level: unknown) => {
      const { title: name, points = null, meaning = null, ...more } = recordOf(level)
      return {
        level: {
          title: textOf(name),
          points: typeof points === 'number' ? points : points === null ? null : Number.NaN,
          meaning: textOf(meaning),
        },
        unknown: Object.keys(more),
      }
    })
    return {
      title: textOf(title),
      essential,
      levels: read.map(({ level }) => level),
      unknown: [...Object.keys(others), ...read.flatMap(({ unknown }) => unknown)],
    }
  })
  return criteria.every((criterion) => criterion !== undefined) ? criteria : undefined
}

/**
 * Returns the assignment that a file describes, with the tests from its `assignment.yml`, in a form that the
 * database accepts. A value that the database would refuse is left out, with a remark about its key.
 */
export function writtenAssignment(
  keys: AssignmentKeys,
  remark: (message: string, key: keyof AssignmentKeys) => void,
  tested?: TestPart,
): AssignmentPart {
  const part: AssignmentPart = { ...DEFAULTS, ...tested }
  const usual: readonly WorkKind[] = tested ? ['REPOSITORY'] : DEFAULTS.accepts
  part.accepts = WORK_KINDS.filter((kind) => (keys.accepts ?? usual).includes(kind))
  part.due_day = keys.due_day ?? null
  if (keys.due_time !== undefined) part.due_time = keys.due_time
  part.late = keys.late ?? DEFAULTS.late
  part.blind = keys.blind ?? false
  if (part.late === 'SHUT') part.cutoff_days = keys.cutoff_days ?? null
  else if (keys.cutoff_days !== undefined) {
    remark('"cutoff_days" counts only with "late: shut" and was ignored.', 'cutoff_days')
  }
  if (part.blind && part.accepts.some(namesOwner)) {
    remark(BLIND_WITHOUT_OWNERS, 'blind')
    const left = part.accepts.filter((kind) => !namesOwner(kind))
    part.accepts = left.length > 0 ? left : DEFAULTS.accepts
  }
  const { grader } = testProblems({ ...testValues(part), accepts: part.accepts })
  if (grader !== undefined) {
    remark(`${grader} The assignment.yml was ignored.`, 'accepts')
    Object.assign(part, testPart(EMPTY_TESTS))
  }
  part.rubric = acceptedCriteria(keys.rubric ?? [], (message) => remark(message, 'rubric'))
  return part
}

function acceptedCriteria(
  rubric: readonly WrittenCriterion[],
  remark: (message: string) => void,
): CriterionPart[] {
  const { criteria, minLevels, maxLevels } = ASSIGNMENT_LIMITS
  if (rubric.length > criteria) {
    remark(`A rubric has at most ${criteria} criteria; the others were left out.`)
  }
  return rubric.slice(0, criteria).flatMap(({ unknown: _, ...criterion }) => {
    const { title, levels } = criterion
    const isFew = levels.length < minLevels || levels.length > maxLevels
    const wrong = isFew ? 'A criterion has two to six levels' : problemOf(criterion)
    if (wrong === null) return [criterion]
    remark(`${wrong}: the criterion "${title}" was left out.`)
    return []
  })
}

/** Returns the first problem of a criterion, as the form words it; null if there is none. */
function problemOf(criterion: CriterionPart): string | null {
  const [typed] = assignmentValues(DEFAULTS, [{ id: '', ...criterion }]).rubric
  return typed ? criterionError(typed) : null
}
