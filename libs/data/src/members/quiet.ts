/** Days without activity after which a learner with an unfinished course counts as quiet; empty for all people (rules/members#quiet). */
export const QUIET_FILTERS = ['', '7', '14', '30', 'never'] as const
export type QuietFilter = (typeof QUIET_FILTERS)[number]

/** In: a list's address. Out: what it says of quiet people; empty for nothing that is known. */
export function quietOf(params: URLSearchParams): QuietFilter {
  return QUIET_FILTERS.find((quiet) => quiet === params.get('quiet')) ?? ''
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** In: a list's address. Out: the id of the course that it names, or one of these other words; empty for neither. */
export function courseOf(params: URLSearchParams, words: readonly string[] = []): string {
  const course = params.get('course') ?? ''
  return UUID.test(course) || words.includes(course) ? course : ''
}
