import type { Toast } from '../toasts'

/** What administrators read where nothing turns the motor (rules/due-work#motor). */
export const MOTOR_STOPPED = 'Nothing has done due work for ten minutes'

/** Texts of the due work's screen. */
export const DUE_WORK_TOASTS = {
  listFailed: { title: 'Error', text: 'Failed to load due work' },
  retried: { text: 'It is tried again within a minute' },
  retryFailed: { title: 'Error', text: 'Failed to try it again' },
} as const satisfies Record<string, Toast>
