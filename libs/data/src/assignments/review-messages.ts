import { recordMessages } from '../records/record-messages'
import { failure, type Toast } from '../toasts'

/** Texts of the review screens (rules/interface#messages). */
export const REVIEW_LABELS = {
  ...recordMessages('work', 'reviews'),
  listFailed: failure('Failed to load what waits for a review'),
}

export const REVIEW_MESSAGES = {
  publishFailed: failure('Failed to publish review'),
  takenBack: { text: 'The review was taken back' },
  takeBackFailed: failure('Failed to take the review back'),
  waived: { text: 'No longer late' },
  waiveFailed: failure('Failed to waive that it is late'),
  handedOver: { text: 'Handed over' },
  handOverFailed: failure('Failed to hand over'),
  released: { text: 'Released. What you wrote is kept.' },
  releaseFailed: failure('Failed to release'),
  reviewersFailed: failure('Failed to load who may review this'),
  fileFailed: failure('Failed to open the file'),
  repliesFailed: failure('Failed to load saved replies'),
  replySaved: { text: 'Reply saved' },
  replySaveFailed: failure('Failed to save reply'),
  replyDeleted: { text: 'Reply deleted' },
  replyDeleteFailed: failure('Failed to delete reply'),
  waitingFailed: failure('Failed to load what waits longest'),
  ofPersonFailed: failure('Failed to load work'),
  testedAgain: { text: 'The commit can be tested once more' },
  testAgainFailed: failure('Failed to let the commit be tested again'),
  none: { text: 'Nothing else waits for a review' },
} as const satisfies Record<string, Toast>
