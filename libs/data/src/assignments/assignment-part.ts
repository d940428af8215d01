import { type Enums, LATE_RULE, TESTS_DO, WORK_KIND } from '../database.gen'
import {
  type Answer,
  among,
  boolean,
  changed,
  listOf,
  number,
  or,
  orNull,
  shape,
  string,
} from '../json'
import type { TestsDo } from './result'
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
  // Exports and versions that are older than the tests of assignments lack these fields.
  /** The workflow that tests commits (rules/repositories#assignment); null if nothing is tested. */
  grader: orNull(string),
  /** The commit of the grader whose results are believed; null if none was accepted yet. */
  grader_sha: orNull(string),
  template_url: orNull(string),
  suite: orNull(string),
  paths: or(listOf(string), []),
  expected: or(listOf(string), []),
  tests_do: or(among(TESTS_DO), 'SHOW'),
  push_hands_in: or(boolean, false),
  rubric: listOf<CriterionPart>(parseCriterionPart),
})
/**
 * The settings and the rubric of an assignment, in the form in which the database reads and writes them with the lesson
 * (rules/assignments#assignment).
 */
export type AssignmentPart = Answer<typeof parseAssignmentPart>

/** The effects of test results, with the texts that the form and the versions show. */
export const TESTS_DO_NAMES: Record<TestsDo, string> = {
  SHOW: 'Results are shown',
  GATE: 'Work is handed in only if its tests pass',
  PASS: 'Work passes by itself if its tests pass',
}

/** Returns an assignment as text, so that versions can be compared line by line. */
export function assignmentText(part: AssignmentPart): string {
  const { accepts, due_day, due_time, late, cutoff_days, blind, rubric } = part
  const due = due_day === null ? 'none' : `day ${due_day}${due_time ? `, ${due_time}` : ''}`
  return [
    `Accepts: ${accepts.map((kind) => WORK_KIND_NAMES[kind]).join(', ')}`,
    `Due: ${due}`,
    `Late work: ${{ MARKED: 'accepted', SHUT: `accepted for ${cutoff_days ?? 0} days` }[late]}`,
    `Blind: ${blind ? 'Yes' : 'No'}`,
    ...testLines(part),
    ...rubric.flatMap(({ title, essential, levels }) => [
      `Criterion: ${title}${essential ? ' (essential)' : ''}`,
      ...levels.map(levelText),
    ]),
  ].join('\n')
}

function testLines(part: AssignmentPart): string[] {
  if (part.grader === null) return []
  return [
    `Grader: ${part.grader}`,
    `Commit of the grader: ${part.grader_sha ?? 'none yet'}`,
    `Template: ${part.template_url ?? 'none'}`,
    `Suite: ${part.suite ?? 'none'}`,
    `Taken from the commit: ${part.paths.join(', ') || 'nothing'}`,
    `Tests: ${TESTS_DO_NAMES[part.tests_do]}`,
    `A push hands in: ${part.push_hands_in ? 'Yes' : 'No'}`,
    ...part.expected.map((name) => `Expected test: ${name}`),
  ]
}

function levelText({ title, points, meaning }: Level): string {
  return `- ${title}${points === null ? '' : ` (${points})`}${meaning ? `: ${meaning}` : ''}`
}
