import { type Answer, boolean, both, listOf, number, orNull, shape, string } from '../json'

/** Parses a level of a criterion. The first level is the lowest. */
const parseLevel = shape({
  title: string,
  /** Null if the level has no points. */
  points: orNull(number),
  meaning: orNull(string),
})
export type Level = Answer<typeof parseLevel>

/** Reads a criterion without its id. */
export const parseCriterionPart = shape({
  title: string,
  /** Whether work at the lowest level of this criterion cannot pass. */
  essential: boolean,
  levels: listOf(parseLevel),
})

const parseCriterion = both(shape({ id: string }), parseCriterionPart)
/** A criterion of a rubric (rules/assignments#rubric). */
export type Criterion = Answer<typeof parseCriterion>

/** Parses a rubric. The order of the criteria is kept. */
export const parseRubric = listOf(parseCriterion)
