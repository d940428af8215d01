import { failure, type Toast } from '../toasts'

/** Messages of staff about the questions of a course. */
export const QUESTION_MESSAGES = {
  bansFailed: failure('Failed to load who is banned'),
  unbanned: { text: 'Ban lifted' },
  unbanFailed: failure('Failed to lift the ban'),
} as const satisfies Record<string, Toast>
