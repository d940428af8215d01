import { type Answer, failure, fieldOf } from '../_shared/answer.ts'
import { askAsService, SECRET_PATTERN, type ServiceOptions } from '../_shared/as-service.ts'
import { readBody } from '../_shared/read-body.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

export interface UnsubscribeOptions extends ServiceOptions {
  /** Origin of the product, whose page asks the person before it ends mails. */
  siteUrl: string
}

/** The largest body of a mailbox's request in bytes; `List-Unsubscribe=One-Click` has 26. */
const LARGEST_FORM = 10_000

const METHODS = 'GET, HEAD, POST'

const ADDRESS = /\/unsubscribe\/([^/]*)$/

/**
 * Whether a request goes to the address in a mail. The portal's page calls the function without a secret in the path.
 */
export const isAddress = (url: string): boolean => ADDRESS.test(new URL(url).pathname)

/**
 * Answers the portal's page: {token} says which mails its secret ends and whether they still come, and {token,
 * really: true} ends them. Answers 200 {mail, wanted}; 400 BAD_REQUEST; 404 UNKNOWN_ADDRESS for a secret that is
 * not known, too old, or of a disabled account; 502 API_FAILED.
 */
export async function unsubscribe(body: unknown, options: UnsubscribeOptions): Promise<Answer> {
  const token = fieldOf(body, 'token')
  const really = fieldOf(body, 'really') ?? false
  if (typeof token !== 'string' || typeof really !== 'boolean') {
    return failure(400, 'BAD_REQUEST', 'token must be the secret of a mail.')
  }
  try {
    const said = SECRET_PATTERN.test(token)
      ? await askAsService(options, 'unsubscribe', { token, really })
      : null
    const [mail, wanted] = [fieldOf(said, 'mail'), fieldOf(said, 'wanted')]
    return typeof mail === 'string' && typeof wanted === 'boolean'
      ? { status: 200, body: { mail, wanted } }
      : failure(404, 'UNKNOWN_ADDRESS', 'This address is not known, or too old.')
  } catch (error) {
    options.log(`unsubscribe: ${error instanceof Error ? error.message : error}`)
    return failure(502, 'API_FAILED', 'This could not be changed. Try again shortly.')
  }
}

/**
 * Answers the address in a mail, `…/unsubscribe/{secret}`. A mailbox that posts `List-Unsubscribe=One-Click`
 * unsubscribes its person from mails of the same kind (RFC 8058). A GET request changes nothing, because mail scanners
 * open addresses: it redirects to the portal's page, with the secret in the fragment, which browsers do not send.
 */
export async function answerAddress(
  request: Request,
  options: UnsubscribeOptions,
): Promise<Response> {
  const { method, url } = request
  const [, token = ''] = ADDRESS.exec(new URL(url).pathname) ?? []
  if (method === 'GET' || method === 'HEAD') {
    const page = `${options.siteUrl.replace(/\/+$/, '')}/unsubscribe`
    const location = SECRET_PATTERN.test(token) ? `${page}#${token}` : page
    return say(303, '', { location, 'referrer-policy': 'no-referrer' })
  }
  if (method !== 'POST') return say(405, 'Only GET and POST are accepted here.', { allow: METHODS })
  const body = await readBody(request, LARGEST_FORM)
  if (body === null) return say(413, 'This request is too large.')
  if (!(await isOneClick(body, request.headers.get('content-type') ?? ''))) {
    return say(400, 'To unsubscribe, post List-Unsubscribe=One-Click.')
  }
  const answer = await unsubscribe({ token, really: true }, options)
  if (answer.status === 200) return say(200, 'You have been unsubscribed.')
  return say(answer.status, String(answer.body.message))
}

async function isOneClick(body: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    return form.get('List-Unsubscribe') === 'One-Click'
  } catch {
    return false
  }
}

function say(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text === '' ? null : `${text}\n`, {
    status,
    headers: {
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    },
  })
}
