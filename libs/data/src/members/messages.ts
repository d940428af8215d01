import { failure, type Toast } from '../toasts'

/** Toasts of the members' screens (rules/interface#messages). */
export const MEMBER_TOASTS = {
  listFailed: failure('Failed to load members'),
  roleSaved: { text: 'User role updated successfully' },
  roleFailed: failure('Failed to update user role'),
  accessSaved: { title: 'Saved', text: 'Course access updated.' },
  countFailed: failure('Failed to count what would change'),
  accessFailed: failure('Failed to update access'),
  disabled: { text: 'Account disabled' },
  enabled: { text: 'Account enabled' },
  stateFailed: failure('Failed to update account'),
  contactFailed: failure('Failed to load account'),
  corrected: { text: 'Email and phone updated' },
  factorsReset: { text: 'Two-factor sign-in was reset' },
  factorsFailed: failure('Failed to reset two-factor sign-in'),
  personFailed: failure('Failed to load person'),
  whyFailed: failure('Failed to load access'),
  analyticsFailed: failure('Failed to load analytics'),
} as const satisfies Record<string, Toast>
