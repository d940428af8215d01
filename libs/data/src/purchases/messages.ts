import type { Toast } from '../course-editing/messages'

/** Texts of the purchases' screen. */
export const PURCHASE_TOASTS = {
  listFailed: { title: 'Error', text: 'Failed to load purchases' },
} as const satisfies Record<string, Toast>
