import { type Answer, boolean, both, listOf, number, orNull, shape, string } from '../json'

/** Reads a level of a criterion; the first level is the lowest. */
const parseLevel = shape({
  title: string,
  /** Null: the level has no points. */
  points: orNull(number),
  meaning: orNull(string),
})
export type Level = Answer<typeof parseLevel>

/** Reads a criterion without its id. */
export const parseCriterionPart = shape({
  title: string,
  /** Whether work at its lowest level cannot pass. */
  essential: boolean,
  levels: listOf(parseLevel),
})

const parseCriterion = both(shape({ id: string }), parseCriterionPart)
/** A criterion of a rubric (rules/assignments#rubric). */
export type Criterion = Answer<typeof parseCriterion>

/** Reads a rubric, in its order. */
export const parseRubric = listOf(parseCriterion)
