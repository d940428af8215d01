import { type Enums, LATE_RULE, WORK_KIND } from '../database.gen'
import {
  type Answer,
  among,
  boolean,
  changed,
  listOf,
  number,
  orNull,
  shape,
  string,
} from '../json'
import { type Level, parseCriterionPart } from './rubric'

export type WorkKind = Enums<'work_kind'>

/** The names of the kinds of work, in the order of the form. */
export const WORK_KIND_NAMES: Record<WorkKind, string> = {
  TEXT: 'Text',
  CODE: 'Code',
  LINK: 'Link',
  REPOSITORY: 'Repository',
  FILE: 'Files',
}

/** The kinds of work in the order of the form. */
export const WORK_KINDS = Object.keys(WORK_KIND_NAMES) as readonly WorkKind[]

/** A criterion of a rubric. It has no id if it is new or was imported. */
export type CriterionPart = Answer<typeof parseCriterionPart> & { id?: string }

export const parseAssignmentPart = shape({
  accepts: changed(listOf(among(WORK_KIND)), (kinds) =>
    WORK_KINDS.filter((kind) => kinds.includes(kind)),
  ),
  due_day: orNull(number),
  /** `HH:MM`; null for the end of the day. */
  due_time: orNull(string),
  late: among(LATE_RULE),
  cutoff_days: orNull(number),
  blind: boolean,
  rubric: listOf<CriterionPart>(parseCriterionPart),
})
/**
 * The settings and the rubric of an assignment, in the form in which the database reads and writes them with the lesson
 * (rules/assignments#assignment).
 */
export type AssignmentPart = Answer<typeof parseAssignmentPart>

/** Returns an assignment as text, so that versions can be compared line by line. */
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

function levelText({ title, points, meaning }: Level): string {
  return `- ${title}${points === null ? '' : ` (${points})`}${meaning ? `: ${meaning}` : ''}`
}
