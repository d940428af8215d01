import { recordMessages } from '../records/record-messages'
import { failure, type Toast } from '../toasts'

/** Texts of the cohorts' screens (rules/interface#messages). */
export const COHORT_RECORD_MESSAGES = recordMessages('cohort', 'cohorts')

export const COHORT_MESSAGES = {
  coursesSaved: { text: 'Courses updated' },
  coursesFailed: failure('Failed to update courses'),
  archived: { text: 'Cohort archived' },
  unarchived: { text: 'Cohort taken out of the archive' },
  archiveFailed: failure('Failed to archive cohort'),
  unarchiveFailed: failure('Failed to take cohort out of the archive'),
  peopleFailed: failure('Failed to load people'),
  addFailed: failure('Failed to add people'),
  changeFailed: failure('Failed to change people'),
  staffAdded: { text: 'Staff updated' },
  staffFailed: failure('Failed to update staff'),
  staffRemoved: { text: 'Duty ended' },
  scheduleFailed: failure('Failed to load schedule'),
  scheduleSaveFailed: failure('Failed to save schedule'),
  progressFailed: failure('Failed to load progress'),
  moveFailed: failure('Failed to move cohort'),
  moveBack: { text: 'The move was taken back' },
  previewFailed: failure('Failed to work out what would move'),
  againFailed: failure('Failed to start the cohort again'),
  ofPersonFailed: failure('Failed to load cohorts'),
  messagesFailed: failure('Failed to load messages'),
  sendFailed: failure('Failed to send message'),
  readersFailed: failure('Failed to load who has read it'),
  linkFailed: failure('Failed to load join link'),
  linkMakeFailed: failure('Failed to make join link'),
  linkOff: { text: 'Join link switched off' },
  linkOn: { text: 'Join link switched on' },
  linkDay: { text: 'Join link updated' },
  linkChangeFailed: failure('Failed to change join link'),
  linkCopied: { title: 'Copied!', text: 'Join link copied to clipboard' },
  behindFailed: failure('Failed to load who has fallen behind'),
  cleared: { text: 'Cleared' },
  clearFailed: failure('Failed to clear it'),
} as const satisfies Record<string, Toast>
