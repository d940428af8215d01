import { capitalized } from '../wording'

/** The past tense of the audit log's verbs; an unknown verb is shown unchanged. */
const DONE: Readonly<Record<string, string>> = {
  accept: 'accepted',
  assign: 'given to a member',
  ban: 'member banned',
  cancel: 'cancelled',
  create: 'created',
  delete: 'deleted',
  disable: 'disabled',
  dismiss: 'dismissed',
  duplicate: 'duplicated',
  enable: 'enabled',
  end_change: 'end changed',
  export: 'exported',
  factor_add: 'second factor added',
  factor_remove: 'second factor removed',
  factors_reset: 'second factor reset',
  grant: 'granted',
  join: 'joined',
  leave: 'left',
  login: 'Signed in',
  logout: 'Signed out',
  member_role: 'member role changed',
  password_change: 'password changed',
  publish: 'published',
  recovery_codes: 'recovery codes made',
  redeem: 'redeemed',
  refund: 'refunded',
  refund_failed: 'no longer refunded',
  reorder: 'reordered',
  resend: 'resent',
  restore: 'restored',
  restore_version: 'restored to an earlier version',
  revoke: 'revoked',
  role_change: 'role changed',
  settle: 'reports resolved',
  unban: 'member unbanned',
  unpublish: 'unpublished',
  update: 'updated',
}

/** Labels of actions whose subject and verb would not read well together. */
const SAID: Readonly<Record<string, string>> = {
  'due_work.retry': 'Background job retried',
  'lesson_file.create': 'File added',
  'lesson_file.update': 'File described',
  'lesson_file.delete': 'File removed',
}

/**
 * Returns the label of an audit action: `lesson_attachment.create` is "Lesson attachment created"; an unknown action is
 * still readable. Signing in and out need no subject.
 */
export function actionLabel(action: string): string {
  const said = SAID[action]
  if (said !== undefined) return said
  const [subject = '', verb = ''] = action.split('.')
  const done = DONE[verb] ?? spaced(verb)
  return sentence(subject === 'auth' ? done : `${spaced(subject)} ${done}`)
}

function spaced(word: string): string {
  return word.replaceAll('_', ' ')
}

function sentence(phrase: string): string {
  return capitalized(phrase.trim())
}
