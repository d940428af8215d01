import { type Answer, shape, string } from '../json'

export const parseCohortFacts = shape({ id: string, title: string, time_zone: string })
/** The facts about a cohort that answers about people and their access contain. */
export type CohortFacts = Answer<typeof parseCohortFacts>
