import { formatCount, formatList } from '../wording'
import { namesOf } from './name-summary'
import type { DisableImpact, RoleImpact } from './person-impact'

/** Returns sentences about the effect of disabling an account on the person and on others. */
export function disableMessages(impact: DisableImpact): string[] {
  const { open, sessions, courses, communities, invites } = impact
  const sentences: string[] = []
  if (open > 0) {
    sentences.push(`They can no longer open ${formatCount(open, 'course')}.`)
  }
  if (sessions > 0) {
    sentences.push(`${formatCount(sessions, 'session')} of theirs will end.`)
  }
  if (courses.count > 0) {
    sentences.push(
      `They made ${namesOf(courses)}. ${courses.count === 1 ? 'It stays' : 'They stay'} open to learners; only administrators edit ${courses.count === 1 ? 'it' : 'them'} until the account is enabled again.`,
    )
  }
  if (communities.count > 0) {
    sentences.push(`They moderate ${namesOf(communities)}, which continues without them.`)
  }
  if (invites > 0) {
    sentences.push(`${formatCount(invites, 'open invite')} of theirs can still be accepted.`)
  }
  return sentences
}

/** The texts of rights, in order of importance. Other rights are not mentioned. */
const RIGHTS: Record<string, string> = {
  'settings.update.any': 'change the settings',
  'profiles.set_role.any': 'change roles',
  'profiles.disable.any': 'disable accounts',
  'courses.update.any': 'edit every course',
  'courses.update.own': 'create and edit their own courses',
  'profiles.list.any': 'see all members',
  'profiles.list.assigned': 'see the members of their cohorts',
  'entitlements.create.any': 'grant and revoke courses',
  'entitlements.create.assigned': 'grant and revoke their courses',
  'analytics.read.any': 'see everybody’s progress',
  'analytics.read.assigned': 'see the progress of their cohorts’ members',
  'invites.create.own': 'invite people',
  'purchases.read.any': 'see purchases',
  'communities.update.any': 'manage communities',
  'notifications.create.any': 'send notifications',
  'audit_logs.read.any': 'read the records',
}

function rightLabels(rights: readonly string[]): string[] {
  return Object.entries(RIGHTS)
    .filter(([right]) => rights.includes(right))
    .filter(([right]) => right !== 'courses.update.own' || !rights.includes('courses.update.any'))
    .map(([, label]) => label)
}

/** Returns sentences about the effect of another role on the person. */
export function roleMessages({ gains, loses, courses, builds, invites }: RoleImpact): string[] {
  const [more, less] = [rightLabels(gains), rightLabels(loses)]
  const sentences: string[] = []
  if (more.length > 0) sentences.push(`They can then ${formatList(more)}.`)
  if (less.length > 0) sentences.push(`They can no longer ${formatList(less)}.`)
  if (sentences.length === 0) sentences.push('Their rights stay the same.')
  if (courses && courses.count > 0) {
    const names = `${formatCount(courses.count, 'course')} of their own: ${namesOf(courses)}`
    sentences.push(builds ? `They can then edit ${names}.` : `They can no longer edit ${names}.`)
  }
  if (invites > 0) {
    sentences.push(
      `${formatCount(invites, 'open invite')} of theirs can still be accepted. Only administrators can then manage ${invites === 1 ? 'it' : 'them'}.`,
    )
  }
  return sentences
}
