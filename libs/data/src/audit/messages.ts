import type { Toast } from '../toasts'

/** Toasts of the audit screen (rules/interface#messages). */
export const AUDIT_TOASTS = {
  listFailed: { title: 'Error', text: 'Failed to load audit logs' },
} as const satisfies Record<string, Toast>
