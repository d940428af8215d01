import type { Toast } from '../toasts'

/** Texts of the purchases' screen. */
export const PURCHASE_TOASTS = {
  listFailed: { title: 'Error', text: 'Failed to load purchases' },
  recorded: { text: 'Purchase recorded' },
  recordFailed: { title: 'Error', text: 'Failed to record purchase' },
  refunded: { text: 'Purchase refunded' },
  refundFailed: { title: 'Error', text: 'Failed to refund purchase' },
  impactFailed: { title: 'Error', text: 'Failed to load what a refund does' },
} as const satisfies Record<string, Toast>
