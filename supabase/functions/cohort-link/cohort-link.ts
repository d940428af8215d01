import { type Answer, failure, fieldOf } from '../_shared/answer.ts'
import { askAsService, SECRET_PATTERN, type ServiceOptions } from '../_shared/as-service.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

/** The data about a cohort that the page of its join link shows. */
const FIELDS = [
  'state',
  'slug',
  'title',
  'starts_on',
  'ends_on',
  'time_zone',
  'seats_left',
  'courses',
]

const unknown: Answer = { status: 200, body: { state: 'UNKNOWN' } }

/**
 * Says which cohort the secret of a join link leads to, given as {token}. Answers 200 with the answer of
 * `cohort_by_link()`, {state: 'UNKNOWN'} for a secret that leads nowhere; 400 BAD_REQUEST; 502 API_FAILED.
 * Joining and signing up are the database's: `join_by_link()`, and the secret in the metadata of a sign-up.
 */
export async function cohortLink(body: unknown, options: ServiceOptions): Promise<Answer> {
  const token = fieldOf(body, 'token')
  if (typeof token !== 'string') {
    return failure(400, 'BAD_REQUEST', 'token must be the secret of a join link.')
  }
  if (!SECRET_PATTERN.test(token.trim())) return unknown
  try {
    const found = await askAsService(options, 'cohort_by_link', { token: token.trim() })
    if (fieldOf(found, 'state') === 'UNKNOWN') return unknown
    return {
      status: 200,
      body: Object.fromEntries(FIELDS.map((name) => [name, fieldOf(found, name)])),
    }
  } catch (error) {
    options.log(`cohort-link: ${error instanceof Error ? error.message : error}`)
    return failure(502, 'API_FAILED', 'The link could not be read. Try again shortly.')
  }
}
