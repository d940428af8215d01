// This file must import nothing, because the edge function of the morning mail imports it in Deno.

/**
 * The kinds of rows with their labels (rules/inbox#rows). Tables with an entry for each kind do not compile without a
 * new kind.
 */
export const INBOX_KIND_LABELS = {
  WORK: 'Review',
  APPEAL: 'Second opinion',
  QUESTION: 'Question',
  QUESTION_REPORT: 'Reported question',
  EXTENSION: 'More time',
  BEHIND: 'Fallen behind',
  REPORT: 'Reported post',
  PURCHASE: 'Purchase',
  EVENT: 'Purchase event',
  MAIL: 'Background job',
  INVITE: 'Invite',
}

export type InboxKind = keyof typeof INBOX_KIND_LABELS
export const INBOX_KINDS = Object.keys(INBOX_KIND_LABELS) as InboxKind[]
