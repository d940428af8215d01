import { type Database, type Enums, LATE_RULE } from '../database.gen'
import { isRecord } from '../device/draft'
import { newId } from '../device/new-id'
import { characterCount } from '../records/limits'
import { type AssignmentPart, WORK_KINDS, type WorkKind } from './assignment-part'
import {
  EMPTY_TESTS,
  isTestValues,
  type TestProblem,
  type TestValues,
  testPart,
  testProblems,
  testValues,
} from './edit-tests'
import type { Criterion } from './rubric'

type AssignmentRow = Database['public']['Tables']['assignments']['Row']
type CriterionRow = Database['public']['Tables']['rubric_criteria']['Row']

/** The kinds of work that show whose work it is. A blind assignment does not accept them (rules/assignments#blind). */
const NAMES_OWNER: readonly WorkKind[] = ['LINK', 'REPOSITORY']

export const namesOwner = (kind: WorkKind) => NAMES_OWNER.includes(kind)

/** A level in the form. `points` is empty for a level without points. */
export interface LevelValues {
  title: string
  points: string
  meaning: string
}

/** A criterion in the form. An id that begins with `temp-` is not in the database yet. */
export interface CriterionValues {
  id: string
  title: string
  essential: boolean
  levels: LevelValues[]
}

/** The settings and the rubric of an assignment in the form (rules/assignments#assignment). */
export interface AssignmentValues extends TestValues {
  accepts: WorkKind[]
  /** A day of the cohort, counted from 0; empty for no due date. */
  due_day: string
  /** `HH:MM`; empty for the end of the day. */
  due_time: string
  late: Enums<'late_rule'>
  /** The days after the due day on which late work is still accepted; empty for none. */
  cutoff_days: string
  blind: boolean
  rubric: CriterionValues[]
}

/** The limits of the database, in days, characters and points. */
export const ASSIGNMENT_LIMITS = {
  dueDay: 3650,
  cutoffDays: 365,
  criteria: 20,
  criterionTitle: 100,
  minLevels: 2,
  maxLevels: 6,
  levelTitle: 60,
  points: 1000,
  meaning: 500,
} as const

/** The values of a new assignment, equal to the database's defaults. */
export const EMPTY_ASSIGNMENT: AssignmentValues = {
  accepts: ['TEXT'],
  due_day: '',
  due_time: '18:00',
  late: 'MARKED',
  cutoff_days: '',
  blind: false,
  ...EMPTY_TESTS,
  rubric: [],
}

/** The levels with which the first criterion of a rubric begins. */
const DEFAULT_LEVELS: readonly LevelValues[] = [
  { title: 'Not yet', points: '0', meaning: '' },
  { title: 'Good', points: '1', meaning: '' },
  { title: 'Excellent', points: '2', meaning: '' },
]

/**
 * Returns a new criterion with the levels of the last one, without their meanings. The first criterion gets default
 * levels.
 */
export function newCriterion(rubric: readonly CriterionValues[]): CriterionValues {
  const levels = rubric.at(-1)?.levels ?? DEFAULT_LEVELS
  return {
    id: `temp-${newId()}`,
    title: '',
    essential: false,
    levels: levels.map(({ title, points }) => ({ title, points, meaning: '' })),
  }
}

/** Returns whether a new criterion was not filled in. It is not saved. */
const isUntouched = ({ id, title, levels }: CriterionValues) =>
  id.startsWith('temp-') && title.trim() === '' && levels.every(({ meaning }) => meaning === '')

type AssignmentColumns = Pick<
  AssignmentRow,
  'accepts' | 'due_day' | 'due_time' | 'late' | 'cutoff_days' | 'blind' | keyof TestValues
>

/** An assignment as the database stores it, with its criteria in any order. */
export type StoredAssignment = AssignmentColumns & {
  rubric_criteria: Pick<CriterionRow, 'id' | 'position' | 'title' | 'levels' | 'essential'>[]
}

/** Returns the form's values for a stored assignment. `rubric` must be in order. */
export function assignmentValues(
  stored: AssignmentColumns,
  rubric: readonly Criterion[],
): AssignmentValues {
  return {
    accepts: WORK_KINDS.filter((kind) => stored.accepts.includes(kind)),
    due_day: stored.due_day?.toString() ?? '',
    due_time: stored.due_time?.slice(0, 5) ?? '',
    late: stored.late,
    cutoff_days: stored.cutoff_days?.toString() ?? '',
    blind: stored.blind,
    ...testValues(stored),
    rubric: rubric.map(({ id, title, essential, levels }) => ({
      id,
      title,
      essential,
      levels: levels.map((level) => ({
        title: level.title,
        points: level.points?.toString() ?? '',
        meaning: level.meaning ?? '',
      })),
    })),
  }
}

/** Returns the rubric in the form in which it would be saved, for the preview. */
export function typedRubric({ rubric }: Pick<AssignmentValues, 'rubric'>): Criterion[] {
  return rubric
    .filter((criterion) => !isUntouched(criterion))
    .map(({ id, title, essential, levels }) => ({
      id,
      title: title.trim(),
      essential,
      levels: levels.map((level) => ({
        title: level.title.trim(),
        points: wholeOrDecimal(level.points),
        meaning: level.meaning.trim(),
      })),
    }))
}

/** Returns the argument `assignment` of `save_lesson`. New criteria have no id. */
export function assignmentPart(form: AssignmentValues): AssignmentPart {
  return {
    accepts: WORK_KINDS.filter((kind) => form.accepts.includes(kind)),
    due_day: wholeNumber(form.due_day),
    due_time: form.due_time.trim() || null,
    late: form.late,
    cutoff_days: form.late === 'SHUT' ? wholeNumber(form.cutoff_days) : null,
    blind: form.blind,
    ...testPart(form),
    rubric: typedRubric(form).map(({ id, title, essential, levels }) => ({
      ...(!id.startsWith('temp-') && { id }),
      title,
      essential,
      levels: levels.map((level) => ({ ...level })),
    })),
  }
}

/** The fields of an assignment that have their own error messages. */
export type AssignmentProblem =
  | 'accepts'
  | 'due_day'
  | 'due_time'
  | 'cutoff_days'
  | 'blind'
  | TestProblem

/** Returns the errors outside of the rubric, as the database words them. */
export function assignmentProblems(
  form: AssignmentValues,
): Partial<Record<AssignmentProblem, string>> {
  const { dueDay, cutoffDays } = ASSIGNMENT_LIMITS
  return {
    ...(form.accepts.length === 0 && { accepts: 'Choose what people hand in.' }),
    ...(!isWhole(form.due_day, dueDay) && { due_day: 'A day is a number from 0 to 3,650.' }),
    ...(!/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/.test(form.due_time.trim()) && {
      due_time: 'A time is written like 18:00.',
    }),
    ...(form.late === 'SHUT' &&
      !isWhole(form.cutoff_days, cutoffDays) && { cutoff_days: 'Choose at most a year.' }),
    ...(form.blind && form.accepts.some(namesOwner) && { blind: BLIND_WITHOUT_OWNERS }),
    ...testProblems(form),
  }
}

export const BLIND_WITHOUT_OWNERS =
  'A blind assignment takes no link and no repository, because they name their owner.'

/** The errors of a criterion's title and of each part of its levels; null where there is none. */
export interface CriterionProblems {
  title: string | null
  levels: { title: string | null; points: string | null; meaning: string | null }[]
}

/** Returns the errors of a criterion; null if there are none. */
export function criterionProblems(criterion: CriterionValues): CriterionProblems | null {
  if (isUntouched(criterion)) return null
  const { criterionTitle, levelTitle, meaning: longest } = ASSIGNMENT_LIMITS
  const levels = criterion.levels.map(({ title, points, meaning }) => ({
    title: textProblem(title, 'A level', levelTitle),
    points:
      points.trim() === '' || wholeOrDecimal(points) !== null ? null : 'Points go from 0 to 1,000',
    meaning:
      characterCount(meaning.trim()) > longest
        ? `A meaning must be at most ${longest} characters`
        : null,
  }))
  const title = textProblem(criterion.title, 'A criterion', criterionTitle)
  return (title ?? firstOf(levels)) ? { title, levels } : null
}

const firstOf = (levels: CriterionProblems['levels']): string | null =>
  levels.map((one) => one.title ?? one.points ?? one.meaning).find(Boolean) ?? null

/** Returns the first error of a criterion; null if there is none. */
export function criterionError(criterion: CriterionValues): string | null {
  const wrong = criterionProblems(criterion)
  return wrong && (wrong.title ?? firstOf(wrong.levels))
}

/** Returns the first error of an assignment; null if there is none. */
export function assignmentError(form: AssignmentValues): string | null {
  const [first] = Object.values(assignmentProblems(form))
  if (first) return first
  if (form.rubric.length > ASSIGNMENT_LIMITS.criteria) return 'A rubric has at most 20 criteria'
  return form.rubric.map(criterionError).find((error) => error !== null) ?? null
}

function textProblem(text: string, name: string, limit: number): string | null {
  if (text.trim() === '') return `${name} needs a title`
  return characterCount(text.trim()) > limit
    ? `${name} needs a title of at most ${limit} characters`
    : null
}

/**
 * Returns the form with this value of `blind`. A blind assignment accepts no kind of work that shows whose work it is.
 */
export function withBlind(form: AssignmentValues, blind: boolean): AssignmentValues {
  if (!blind) return { ...form, blind }
  const left = form.accepts.filter((kind) => !namesOwner(kind))
  return { ...form, blind, accepts: left.length > 0 ? left : ['TEXT'] }
}

/** Returns the list with one item moved to the index `to`; unchanged if the item or the index does not exist. */
export function withMoved<T extends { id: string }>(items: readonly T[], id: string, to: number) {
  const moved = items.find((item) => item.id === id)
  if (!moved || to < 0 || to >= items.length) return [...items]
  const rest = items.filter((item) => item !== moved)
  return [...rest.slice(0, to), moved, ...rest.slice(to)]
}

/** Returns whether a value from a stored draft has the shape of `AssignmentValues`. */
export function isAssignmentValues(value: unknown): value is AssignmentValues {
  if (!isRecord(value)) return false
  const { accepts, rubric, late, blind } = value
  const kinds: readonly unknown[] = WORK_KINDS
  const rules: readonly unknown[] = LATE_RULE
  return (
    Array.isArray(accepts) &&
    accepts.every((kind) => kinds.includes(kind)) &&
    ['due_day', 'due_time', 'cutoff_days'].every((name) => typeof value[name] === 'string') &&
    rules.includes(late) &&
    typeof blind === 'boolean' &&
    isTestValues(value) &&
    Array.isArray(rubric) &&
    rubric.every(isCriterion)
  )
}

function isCriterion(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    typeof value.title === 'string' &&
    typeof value.essential === 'boolean' &&
    Array.isArray(value.levels) &&
    value.levels.every(
      (level) =>
        isRecord(level) &&
        ['title', 'points', 'meaning'].every((name) => typeof level[name] === 'string'),
    )
  )
}

const isWhole = (text: string, most: number) =>
  text.trim() === '' || (/^\d{1,4}$/.test(text.trim()) && Number(text) <= most)

const wholeNumber = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null)

function wholeOrDecimal(text: string): number | null {
  const written = text.trim().replace(',', '.')
  if (!/^\d{1,4}(?:\.\d{1,2})?$/.test(written)) return null
  return Number(written) <= ASSIGNMENT_LIMITS.points ? Number(written) : null
}
