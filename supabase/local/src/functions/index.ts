import type { IncomingMessage, ServerResponse } from 'node:http'
import { purchaseWebhook } from '../../../functions/purchase-webhook/purchase-webhook.ts'
import { answerCall } from '../../../functions/send-invite/send-invite.ts'
import { sendJson } from '../gateway/answers'
import { localServiceKey } from '../gateway/local-keys'
import type { Mailer } from '../mail'

/** Bytes. An invite's call holds an id, Stripe's events are smaller than this. */
const largestBody = { invite: 10_000, webhook: 1_000_000 }

/** Whom the mails in the mailbox come from: no mail leaves this machine. */
const localSender = 'Rookies <no-reply@rookies.test>'

export interface FunctionsOptions {
  /** Where PostgREST answers at this moment, without a slash at the end. */
  restUrl: () => string
  mailbox: Mailer
  /** Origin of the product, where mails lead to. */
  siteUrl: string
  /** Signing secrets of Stripe's endpoint; empty when there is none. */
  webhookSecret: string
  log: (line: string) => void
}

export interface Functions {
  /** Answers one request; its URL is relative to /functions/v1. The gateway has checked the API key. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>
  /** Ends what is under way. */
  close(): void
}

/** The project's edge functions, run by this process: the same core, delivering into the mailbox. */
export function createFunctions(options: FunctionsOptions): Functions {
  const { restUrl, mailbox, siteUrl, webhookSecret, log } = options
  const closing = new AbortController()

  async function invite(req: IncomingMessage) {
    return answerCall(jsonOf(await readBody(req, largestBody.invite)), {
      restUrl: restUrl(),
      authorization: req.headers.authorization ?? '',
      apiKey: String(req.headers.apikey ?? ''),
      siteUrl,
      sender: localSender,
      deliver: (mail) => mailbox.send(mail),
      log,
      signal: closing.signal,
    })
  }

  async function webhook(req: IncomingMessage) {
    const payload = await readBody(req, largestBody.webhook)
    if (payload === null) {
      return { status: 413, body: { code: 'TOO_LARGE', message: 'This is larger than any event.' } }
    }
    return purchaseWebhook(
      { payload, signature: String(req.headers['stripe-signature'] ?? '') },
      {
        restUrl: restUrl(),
        serviceKey: localServiceKey,
        secrets: webhookSecret,
        log,
        signal: closing.signal,
      },
    )
  }

  const functions = new Map([
    ['/send-invite', invite],
    ['/purchase-webhook', webhook],
  ])
  return {
    async handle(req, res) {
      const [path = ''] = (req.url ?? '').split('?')
      const answer = functions.get(path)
      if (!answer) {
        const message = `There is no function at ${path}.`
        return sendJson(req, res, 404, { code: 'NOT_FOUND', message })
      }
      if (req.method !== 'POST') {
        const message = 'Only POST is answered here.'
        return sendJson(req, res, 405, { code: 'METHOD_NOT_ALLOWED', message })
      }
      const { status, body } = await answer(req)
      sendJson(req, res, status, body)
    },
    close: () => closing.abort(),
  }
}

/** Null for whatever is too large. */
async function readBody(
  req: IncomingMessage,
  largest: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    // Read to the end and dropped: a caller that is cut off would not see the answer.
    if (size <= largest) chunks.push(bytes)
  }
  return size > largest ? null : new Uint8Array(Buffer.concat(chunks))
}

/** Null for whatever is not JSON. */
function jsonOf(bytes: Uint8Array | null): unknown {
  if (bytes === null) return null
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
