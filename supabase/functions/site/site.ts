import { failure, readAnswer } from '../_shared/answer.ts'
import type { ServiceOptions } from '../_shared/as-service.ts'
import { readSchool, type SchoolOptions } from '../_shared/school.ts'
import { manifestOf } from './manifest.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

const METHODS = 'GET, HEAD'

/**
 * Answers a request for `…/site/app.webmanifest` with the manifest of the installed app, to pages of any origin; 404
 * NOT_FOUND for any other address; 405 METHOD_NOT_ALLOWED; 502 API_FAILED.
 */
export async function answerSite(
  request: Request,
  options: ServiceOptions & SchoolOptions,
): Promise<Response> {
  const { method, url } = request
  // A browser reads the manifest of another origin only by CORS.
  const cors = { 'access-control-allow-origin': '*' }
  if (method !== 'GET' && method !== 'HEAD') {
    const said = failure(405, 'METHOD_NOT_ALLOWED', 'This can only be read.')
    return readAnswer(said, method, { ...cors, allow: METHODS })
  }
  if (!new URL(url).pathname.endsWith('/site/app.webmanifest')) {
    return readAnswer(failure(404, 'NOT_FOUND', 'There is nothing at this address.'), method, cors)
  }
  try {
    const body = manifestOf(await readSchool(options))
    return readAnswer({ status: 200, body }, method, {
      ...cors,
      'cache-control': 'public, max-age=300',
      'content-type': 'application/manifest+json',
    })
  } catch (error) {
    options.log(`site: ${error instanceof Error ? error.message : error}`)
    return readAnswer(failure(502, 'API_FAILED', 'The settings could not be read.'), method, cors)
  }
}
