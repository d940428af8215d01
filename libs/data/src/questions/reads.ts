import { reads } from '../records/named'

export const QUESTION_READS = reads([], {
  'questions/of_cohort': async () => (await import('./question-moderation')).readCohortQuestions,
  'questions/bans': async () => (await import('./question-moderation')).readQuestionBans,
  'questions/thread': async () => (await import('./question-queries')).readThread,
})
