import type { Toast } from '../toasts'

/** Toasts of the purchases' screen. */
export const PURCHASE_TOASTS = {
  listFailed: { title: 'Error', text: 'Failed to load purchases' },
  recorded: { text: 'Purchase recorded' },
  recordFailed: { title: 'Error', text: 'Failed to record purchase' },
  refunded: { text: 'Purchase refunded' },
  refundFailed: { title: 'Error', text: 'Failed to refund purchase' },
  assigned: { text: 'Purchase given' },
  assignedUnopened: {
    text: 'Purchase given. It names nothing that is here, so nothing was opened.',
  },
  assignFailed: { title: 'Error', text: 'Failed to give purchase' },
  dismissed: { text: 'Event dismissed' },
  dismissFailed: { title: 'Error', text: 'Failed to dismiss event' },
  impactFailed: { title: 'Error', text: 'Failed to load what a refund does' },
} as const satisfies Record<string, Toast>
