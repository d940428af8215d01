// This file imports nothing, because the morning mail needs it in Deno, too.

/** The kinds of rows (rules/inbox#rows) with their labels. Code that has to know a new kind then fails to compile. */
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
