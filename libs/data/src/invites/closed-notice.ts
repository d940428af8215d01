import type { ClosedState } from './invite-query'

interface ClosedNotice {
  title: string
  message: string
}

const NOTICES: Record<ClosedState, ClosedNotice> = {
  UNKNOWN: {
    title: 'This invite is not valid.',
    message: 'Please check that you opened the whole link, or ask for a new invite.',
  },
  EXPIRED: {
    title: 'This invite has expired.',
    message: 'Please ask the person who invited you to send it again.',
  },
  REDEEMED: {
    title: 'This invite has already been used.',
    message: 'If that was you, log in: your courses are waiting in your library.',
  },
  CANCELLED: {
    title: 'This invite has been cancelled.',
    message: 'If you think that is a mistake, please ask the person who invited you.',
  },
  FULL: {
    title: 'The cohort of this invite has no seats left.',
    message: 'Please ask the person who invited you.',
  },
  WITHDRAWN: {
    title: 'This invite is no longer valid.',
    message:
      'The person who sent it can no longer invite people, and registration is closed. Please ask for a new invite.',
  },
}

/**
 * Returns the text of the screen for an invite that cannot be accepted, one sentence for each reason
 * (rules/invites#invite-screen).
 */
export function closedNotice(state: ClosedState): ClosedNotice {
  return NOTICES[state]
}
