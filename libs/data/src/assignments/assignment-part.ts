import { type Enums, type Json, LATE_RULE, WORK_KIND } from '../database.gen'
import { boolean, list, numberOrNull, object, oneOf, string, stringOrNull } from '../json'
import type { Criterion, Level } from './rubric'

export type WorkKind = Enums<'work_kind'>

/** In the order of the form. */
export const WORK_KIND_NAMES: Record<WorkKind, string> = {
  TEXT: 'Text',
  CODE: 'Code',
  LINK: 'Link',
  REPOSITORY: 'Repository',
  FILE: 'Files',
}

/** The kinds of work in the order of the form. */
export const WORK_KINDS = Object.keys(WORK_KIND_NAMES) as readonly WorkKind[]

/**
 * The settings and the rubric of an assignment, as the database reads and writes them with the lesson
 * (rules/assignments#assignment). New criteria and those of an imported folder have no id.
 */
export type AssignmentPart = {
  accepts: WorkKind[]
  due_day: number | null
  /** `HH:MM`; null for the last second of the day. */
  due_time: string | null
  late: Enums<'late_rule'>
  cutoff_days: number | null
  blind: boolean
  rubric: CriterionPart[]
}

export type CriterionPart = Pick<Criterion, 'title' | 'essential'> & {
  id?: string
  levels: LevelPart[]
}

type LevelPart = { [K in keyof Level]: Level[K] }

/** Reads the settings and the rubric of an assignment. Throws DataError `MALFORMED`. */
export function parseAssignmentPart(json: Json): AssignmentPart {
  const row = object(json)
  const accepts = list(row.accepts).map((kind) => oneOf(WORK_KIND, kind))
  return {
    accepts: WORK_KINDS.filter((kind) => accepts.includes(kind)),
    due_day: numberOrNull(row.due_day),
    due_time: stringOrNull(row.due_time),
    late: oneOf(LATE_RULE, row.late),
    cutoff_days: numberOrNull(row.cutoff_days),
    blind: boolean(row.blind),
    rubric: list(row.rubric).map((criterion) => {
      const { title, essential, levels } = object(criterion)
      return {
        title: string(title),
        essential: boolean(essential),
        levels: list(levels).map((level) => {
          const { title: name, points, meaning } = object(level)
          return {
            title: string(name),
            points: numberOrNull(points),
            meaning: stringOrNull(meaning),
          }
        }),
      }
    }),
  }
}

/** Returns an assignment as lines of text, for comparing versions. */
export function assignmentText(part: AssignmentPart): string {
  const { accepts, due_day, due_time, late, cutoff_days, blind, rubric } = part
  const due = due_day === null ? 'none' : `day ${due_day}${due_time ? `, ${due_time}` : ''}`
  return [
    `Accepts: ${accepts.map((kind) => WORK_KIND_NAMES[kind]).join(', ')}`,
    `Due: ${due}`,
    `Late work: ${{ MARKED: 'accepted', SHUT: `accepted for ${cutoff_days ?? 0} days` }[late]}`,
    `Blind: ${blind ? 'Yes' : 'No'}`,
    ...rubric.flatMap(({ title, essential, levels }) => [
      `Criterion: ${title}${essential ? ' (essential)' : ''}`,
      ...levels.map(levelText),
    ]),
  ].join('\n')
}

function levelText({ title, points, meaning }: LevelPart): string {
  return `- ${title}${points === null ? '' : ` (${points})`}${meaning ? `: ${meaning}` : ''}`
}
