import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, listOf, number, shape, string } from '../json'
import { formatCount, formatList, formatNumber, formatPeople } from '../wording'
import type { SettingsSwitch, SettingsValues } from './settings-form'

export const parsePreview = shape({
  administrators: number,
  /** The number of people who are not administrators. */
  others: number,
  /** The number of these people who were active within the last day. */
  others_today: number,
  staff: number,
  /** The number of staff without a second factor. */
  factor_missing: number,
  /** The names of at most five of them. */
  factor_missing_names: listOf(string),
  unverified: number,
  creators: number,
  creator_courses: number,
  moderators: number,
  /** The number of moderators who are not staff of any cohort. */
  moderators_without_cohort: number,
  /** The number of sign-ups in the last 30 days. */
  recent_sign_ups: number,
  open_invites: number,
  me_without_factor: boolean,
  me_unverified: boolean,
})
/** The numbers of people whom each switch would affect now, without disabled accounts. */
export type SettingsPreview = Answer<typeof parsePreview>

/**
 * Counts the people whom each switch would affect. Fails with a DataError, `42501` for a caller who may not change the
 * settings.
 */
export async function readSettingsPreview(
  client: Pick<DataClient, 'rpc'>,
  signal: AbortSignal,
): Promise<SettingsPreview> {
  const answer = client.rpc('settings_preview', undefined, { get: true })
  return parsePreview(unwrap(await answer.abortSignal(signal)))
}

/** Returns a sentence about the effect of a switch in its position in the form, with the people whom it affects. */
export function switchEffect(field: SettingsSwitch, on: boolean, now: SettingsPreview): string {
  switch (field) {
    case 'allow_registration':
      return on
        ? `Anyone can sign up; ${formatPeople(now.recent_sign_ups)} did in the last 30 days.`
        : `Only people with an invite can sign up: ${formatCount(now.open_invites, 'open invite')} right now. People with an account are not affected.`
    case 'require_email_verification':
      if (on) {
        return now.unverified === 0
          ? 'Every account has a verified email: no one is locked out.'
          : `${formatPeople(now.unverified)} with an unverified email can't open anything until they verify it.`
      }
      return now.unverified === 0
        ? 'New accounts get access at once, without a verified email.'
        : `${formatPeople(now.unverified)} with an unverified email and all new accounts get access at once.`
    case 'enable_two_factor':
      if (!on) {
        return 'Staff can sign in with their password alone. People who have set up a second factor are still asked for it.'
      }
      return now.factor_missing === 0
        ? 'All staff have a second factor, so no one is affected.'
        : `${formatNumber(now.factor_missing)} of ${formatCount(now.staff, 'staff member')} must set up a second factor before they can continue: ${named(now)}.`
    case 'creators_admin_panel':
      return on
        ? `${formatCount(now.creators, 'creator')} may enter the admin panel and edit the ${formatCount(now.creator_courses, 'course')} they made.`
        : `${formatCount(now.creators, 'creator has', 'creators have')} a member's rights, even on the ${formatCount(now.creator_courses, 'course')} they made.`
    case 'moderators_see_everybody':
      return on
        ? `${formatCount(now.moderators, 'moderator sees', 'moderators see')} all members and every cohort.`
        : `${formatCount(now.moderators, 'moderator sees', 'moderators see')} only the people of the cohorts that they look after.${idle(now)}`
    case 'maintenance_mode':
      return on
        ? `Only ${formatCount(now.administrators, 'administrator')} can get in. ${formatCount(now.others, 'other person sees', 'other people see')} a maintenance page at their next step; ${formatNumber(now.others_today)} of them used the site in the last day.`
        : 'Everyone gets in as usual.'
  }
}

function idle({ moderators_without_cohort }: SettingsPreview): string {
  if (moderators_without_cohort === 0) return ''
  return ` ${formatNumber(moderators_without_cohort)} of them ${moderators_without_cohort === 1 ? 'looks' : 'look'} after no cohort and will see no members.`
}

function named({ factor_missing, factor_missing_names }: SettingsPreview): string {
  const more = factor_missing - factor_missing_names.length
  const names = more > 0 ? [...factor_missing_names, `${more} more`] : factor_missing_names
  return formatList(names)
}

/** A question that the person must confirm before saving. */
export interface Consequence {
  field: SettingsSwitch
  sentence: string
  /** The effect on the person who saves. */
  toMe?: string
}

/**
 * Returns the effects of a save that the person must confirm: those that lock people out or delay them, also the person
 * who saves (rules/settings#settings).
 */
export function consequences(
  before: SettingsValues,
  after: SettingsValues,
  now: SettingsPreview,
): Consequence[] {
  const turned = (field: SettingsSwitch, on: boolean) => after[field] === on && before[field] !== on
  const consequenceOf = (field: SettingsSwitch): Consequence => ({
    field,
    sentence: switchEffect(field, after[field], now),
  })
  return [
    ...(turned('allow_registration', false) ? [consequenceOf('allow_registration')] : []),
    ...(turned('require_email_verification', true) && now.unverified > 0
      ? [
          {
            ...consequenceOf('require_email_verification'),
            ...(now.me_unverified && {
              toMe: 'Your own email is not verified: you will be locked out yourself until you verify it.',
            }),
          },
        ]
      : []),
    ...(turned('enable_two_factor', true) && now.factor_missing > 0
      ? [
          {
            ...consequenceOf('enable_two_factor'),
            ...(now.me_without_factor && {
              toMe: 'You have no second factor yourself: once this is saved, you must set one up before you can continue.',
            }),
          },
        ]
      : []),
    ...(turned('creators_admin_panel', false) && now.creators > 0
      ? [consequenceOf('creators_admin_panel')]
      : []),
    ...(turned('moderators_see_everybody', false) && now.moderators > 0
      ? [consequenceOf('moderators_see_everybody')]
      : []),
    ...(turned('maintenance_mode', true) ? [consequenceOf('maintenance_mode')] : []),
  ]
}
