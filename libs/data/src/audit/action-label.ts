import { capitalized } from '../wording'

/** The past tense of the verbs in actions. An unknown verb is shown unchanged. */
const PAST_TENSE: Readonly<Record<string, string>> = {
  accept: 'accepted',
  archive: 'archived',
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
  graduate: 'graduated',
  grant: 'granted',
  join: 'joined',
  leave: 'left',
  login: 'Signed in',
  logout: 'Signed out',
  member_role: 'member role changed',
  move: 'moved',
  pause: 'paused',
  password_change: 'password changed',
  publish: 'published',
  recovery_codes: 'recovery codes made',
  redeem: 'redeemed',
  refund: 'refunded',
  refund_failed: 'no longer refunded',
  reorder: 'reordered',
  rejoin: 'joined again',
  resend: 'resent',
  restore: 'restored',
  restore_version: 'restored to an earlier version',
  revoke: 'revoked',
  role_change: 'role changed',
  resume: 'resumed',
  settle: 'reports resolved',
  shift: 'shifted',
  unarchive: 'taken out of the archive',
  unban: 'member unbanned',
  unpublish: 'unpublished',
  update: 'updated',
}

/** Labels of actions for which subject and verb together would make no good label. */
const LABELS: Readonly<Record<string, string>> = {
  'cohort.change_link': 'Join link of cohort changed',
  'cohort.make_link': 'Join link of cohort made',
  'cohort_course.create': 'Course added to cohort',
  'cohort_course.delete': 'Course removed from cohort',
  'cohort_member.clear': 'Cohort member looked after',
  'cohort_member.close_all': 'Cohort member follows the schedule again',
  'cohort_member.delete': 'Cohort member removed',
  'cohort_member.open_all': 'Everything opened for cohort member',
  'cohort_message.send': 'Message sent to cohort',
  'cohort_staff.create': 'Cohort staff added',
  'cohort_staff.delete': 'Cohort staff removed',
  'cohort_staff.update': 'Duty in cohort changed',
  'release.create': 'Opening set',
  'release.delete': 'Opening removed',
  'release.move': 'Opening moved',
  'due_work.retry': 'Background job retried',
  'question.ban': 'Member banned from questions',
  'question.unban': 'Ban from questions lifted',
  'lesson_file.create': 'File added',
  'lesson_file.update': 'File described',
  'lesson_file.delete': 'File removed',
  'user.mail_allow': 'Mail to user allowed again',
  'user.calendar': 'Calendar address made',
}

/**
 * Returns the label of an audit action: "Lesson attachment created" for `lesson_attachment.create`. The label of an
 * unknown action is built in the same way.
 */
export function actionLabel(action: string): string {
  const said = LABELS[action]
  if (said !== undefined) return said
  const [subject = '', verb = ''] = action.split('.')
  const done = PAST_TENSE[verb] ?? spaced(verb)
  return sentence(subject === 'auth' ? done : `${spaced(subject)} ${done}`)
}

function spaced(word: string): string {
  return word.replaceAll('_', ' ')
}

function sentence(phrase: string): string {
  return capitalized(phrase.trim())
}
