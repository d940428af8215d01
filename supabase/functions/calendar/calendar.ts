import { failure, readAnswer } from '../_shared/answer.ts'
import { askAsService, SECRET_PATTERN, type ServiceOptions } from '../_shared/as-service.ts'
import { readSchool, type SchoolOptions } from '../_shared/school.ts'
import { sha256Hex } from '../_shared/sha256-hex.ts'
import { writeFeed } from './feed.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

export type CalendarOptions = ServiceOptions & SchoolOptions

const METHODS = 'GET, HEAD'

/**
 * Answers a request for `…/calendar/{secret}.ics` with the calendar of the secret's person; 304 for the version
 * that the caller has; 404 NOT_FOUND for any other address, with an unknown or a replaced secret;
 * 405 METHOD_NOT_ALLOWED; 502 API_FAILED.
 */
export async function answerCalendar(
  request: Request,
  options: CalendarOptions,
): Promise<Response> {
  const { method, url, headers } = request
  if (method !== 'GET' && method !== 'HEAD') {
    const said = failure(405, 'METHOD_NOT_ALLOWED', 'A calendar can only be read.')
    return readAnswer(said, method, { allow: METHODS })
  }
  try {
    const [, secret = ''] = /\/calendar\/([^/]*)\.ics$/.exec(new URL(url).pathname) ?? []
    const found = SECRET_PATTERN.test(secret)
      ? await askAsService(options, 'calendar_of', { token: secret })
      : null
    if (found === null) {
      return readAnswer(failure(404, 'NOT_FOUND', 'There is no calendar at this address.'), method)
    }
    const feed = writeFeed(found, await readSchool(options))
    const tag = `"${(await sha256Hex(feed)).slice(0, 32)}"`
    // Calendars have to check for a new version before each use, so that they show changes at once and a removed
    // address stops working.
    const about = { 'cache-control': 'private, no-cache', etag: tag }
    if (
      headers
        .get('if-none-match')
        ?.split(/\s*,\s*/)
        .includes(tag)
    ) {
      return new Response(null, { status: 304, headers: about })
    }
    return new Response(method === 'HEAD' ? null : feed, {
      headers: {
        ...about,
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="rookies.ics"',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      },
    })
  } catch (error) {
    options.log(`calendar: ${error instanceof Error ? error.message : error}`)
    return readAnswer(failure(502, 'API_FAILED', 'The calendar could not be read.'), method)
  }
}
