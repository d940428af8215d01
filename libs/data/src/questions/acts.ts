import { acts } from '../records/named'

export const QUESTION_ACTS = acts(['questions/bans'], {
  'questions/ban': async () => (await import('./question-moderation')).banFromQuestions,
})
