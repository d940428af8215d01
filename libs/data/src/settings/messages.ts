import type { Toast } from '../toasts'

/** Toasts of the settings (rules/interface#messages). */
export const SETTINGS_TOASTS = {
  loadFailed: { title: 'Error', text: 'Failed to load settings' },
  saved: { text: 'Settings saved successfully' },
  saveFailed: { title: 'Error', text: 'Failed to save settings' },
} as const satisfies Record<string, Toast>
