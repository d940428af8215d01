import { type Answer, failure, fieldOf } from '../_shared/answer.ts'
import { askAsService, type ServiceOptions } from '../_shared/as-service.ts'
import { readSigned } from '../_shared/webhook.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

export interface MailEventOptions extends ServiceOptions {
  /** Signing secrets of the provider's webhook, separated by commas or blanks; empty if none is set. */
  secrets: string
}

/**
 * Takes one event of the mail provider, in the form of Resend. A permanent bounce and a complaint end mail to the
 * recipient (rules/due-work#ended-mail).
 *
 * Answers 200 {received, outcome}: ENDED; KNOWN if that changes nothing; IGNORED for any other event, such as a delivery
 * that is tried again. Answers as `readSigned` does, and 502 API_FAILED, after which the provider sends the event again.
 */
export async function mailEvents(request: Request, options: MailEventOptions): Promise<Answer> {
  const read = await readSigned(request, options.secrets)
  if ('refused' in read) return read.refused
  const end = endIn(read.json)
  if (end === null) return received('IGNORED')
  try {
    return received((await askAsService(options, 'end_mail', end)) === true ? 'ENDED' : 'KNOWN')
  } catch (error) {
    options.log(`mail-events: ${error instanceof Error ? error.message : error}`)
    return failure(502, 'API_FAILED', 'The event could not be recorded. Send it again.')
  }
}

const received = (outcome: 'ENDED' | 'KNOWN' | 'IGNORED'): Answer => ({
  status: 200,
  body: { received: true, outcome },
})

/** Returns the arguments of `end_mail()`; null for an event that ends no mail. */
function endIn(event: unknown): { address: string; reason: string; happened_at: string } | null {
  const data = fieldOf(event, 'data')
  const [to, at] = [fieldOf(data, 'to'), fieldOf(event, 'created_at')]
  const reason = reasonOf(fieldOf(event, 'type'), fieldOf(fieldOf(data, 'bounce'), 'type'))
  // The product sends each mail to one person. An event with several recipients does not tell which mailbox it is
  // about.
  const [address, ...others] = Array.isArray(to) ? to : []
  if (reason === null || typeof address !== 'string' || others.length > 0) return null
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return null
  return { address, reason, happened_at: new Date(at).toISOString() }
}

function reasonOf(type: unknown, bounce: unknown): string | null {
  if (type === 'email.complained') return 'COMPLAINED'
  return type === 'email.bounced' && bounce === 'Permanent' ? 'BOUNCED' : null
}
