import { type Filter, matching } from '../lists/define-list'

/** Days without activity after which a learner with an unfinished course counts as quiet (rules/members#quiet). */
export const QUIET_FILTERS = ['7', '14', '30', 'never'] as const
export type QuietFilter = (typeof QUIET_FILTERS)[number]

/** The id of a course, or one other word. */
export const courseFilter = <Args extends object>(
  args: (course: string) => Args,
  word?: string,
): Filter<string, Args> =>
  matching(
    new RegExp(`^([\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}${word ? `|${word}` : ''})$`, 'i'),
    args,
  )
