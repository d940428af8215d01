import { failure, type Toast } from '../toasts'

/** Toasts about invites (rules/interface#messages). */
export const INVITE_TOASTS = {
  listFailed: failure('Failed to load invites'),
  created: { text: 'Invite created successfully' },
  /** The members' screens show this above the result of the mail. */
  made: { text: 'Invite created' },
  createFailed: failure('Failed to create invite'),
  copied: { title: 'Copied!', text: 'Invite link copied to clipboard' },
  copyFailed: failure('The link could not be copied. Select it and copy it yourself.'),
  resent: { text: 'Invite sent again' },
  resendFailed: failure('Failed to resend invite'),
  cancelled: { text: 'Invite cancelled' },
  cancelFailed: failure('Failed to cancel invite'),
  countFailed: failure('Failed to count the invites'),
  manyResendFailed: failure('Failed to resend invites'),
  manyCancelFailed: failure('Failed to cancel invites'),
  checkFailed: failure('Failed to check the list'),
} as const satisfies Record<string, Toast>
