import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendInvite } from '../../../functions/send-invite/send-invite.ts'
import { sendJson } from '../gateway/answers'
import type { Mailer } from '../mail'

/** Bytes. A call holds an id. */
const largestBody = 10_000

export interface FunctionsOptions {
  /** Where PostgREST answers at this moment, without a slash at the end. */
  restUrl: () => string
  mailbox: Mailer
  /** Origin of the product, where mails lead to. */
  siteUrl: string
  log: (line: string) => void
}

export interface Functions {
  /** Answers one request; its URL is relative to /functions/v1. The gateway has checked the API key. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>
  /** Ends what is under way. */
  close(): void
}

/** The project's edge functions, run by this process: the same core, delivering into the mailbox. */
export function createFunctions({ restUrl, mailbox, siteUrl, log }: FunctionsOptions): Functions {
  const closing = new AbortController()
  return {
    async handle(req, res) {
      const [path = ''] = (req.url ?? '').split('?')
      if (path !== '/send-invite') {
        const message = `There is no function at ${path}.`
        return sendJson(req, res, 404, { code: 'NOT_FOUND', message })
      }
      if (req.method !== 'POST') {
        const message = 'Only POST is answered here.'
        return sendJson(req, res, 405, { code: 'METHOD_NOT_ALLOWED', message })
      }
      const { status, body } = await sendInvite(await readInviteId(req), {
        restUrl: restUrl(),
        authorization: req.headers.authorization ?? '',
        apiKey: String(req.headers.apikey ?? ''),
        siteUrl,
        deliver: (mail) => mailbox.send(mail),
        log,
        signal: closing.signal,
      })
      sendJson(req, res, status, body)
    },
    close: () => closing.abort(),
  }
}

/** Null for whatever is not JSON, too large or without an id. */
async function readInviteId(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    // Read to the end and dropped: a caller that is cut off would not see the answer.
    if (size <= largestBody) chunks.push(bytes)
  }
  if (size > largestBody) return null
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof body === 'object' && body && 'invite_id' in body ? body.invite_id : null
  } catch {
    return null
  }
}
