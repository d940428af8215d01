import { acts, byId } from '../records/named'
import type { KeptDraft } from './review-acts'

/**
 * Returns the resources to read again after a draft of a review was saved: the work, if the caller has no claim or
 * there is a newer round.
 */
const afterDraft = (_: unknown, kept?: KeptDraft) =>
  kept && (kept.until === null || kept.newer_round !== null) ? (['submissions'] as const) : []

export const ASSIGNMENT_ACTS = {
  ...acts(['extensions/list', 'submissions'], {
    'extensions/give': async () => (await import('./extension-list')).giveExtension,
    'extensions/end': async () => (await import('./extension-list')).endExtension,
    'extensions/decline': async () => (await import('./extension-list')).declineExtension,
  }),
  ...acts(['saved_replies/own'], {
    'saved_replies/delete':
      () =>
      async (client, { id }: { id: string }) =>
        (await import('./review-replies')).deleteReply(client, { id }),
    'saved_replies/save': async () => (await import('./review-replies')).saveReply,
  }),
  ...acts(['lessons/repositories', 'assignments/tests', 'submissions'], {
    'submissions/judge_again': async () => byId((await import('./repositories')).judgeAgain),
  }),
  ...acts(['assignments/tests', 'courses/history', 'lessons/edited', 'lessons/versions'], {
    'assignments/take_commit': async () => (await import('./repositories')).takeGraderCommit,
  }),
  ...acts(['submissions'], {
    'submissions/hand_over': async () => (await import('./review-acts')).handOver,
    'submissions/publish': async () => (await import('./review-acts')).publishReview,
    'submissions/release': async () => byId((await import('./review-acts')).releaseClaim),
    'submissions/waive_late':
      () =>
      async (client, { roundId }: { roundId: string }) =>
        (await import('./review-acts')).waiveLate(client, roundId),
    'submissions/withdraw': async () => (await import('./review-acts')).withdrawReview,
  }),
  ...acts(afterDraft, {
    'submissions/save_draft': async () => (await import('./review-acts')).saveReviewDraft,
  }),
}
