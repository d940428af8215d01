import { type Answer, shape, string } from '../json'

export const parseCohortFacts = shape({ id: string, title: string, time_zone: string })
/** The facts about a cohort that are repeated in answers about people and their access. */
export type CohortFacts = Answer<typeof parseCohortFacts>
