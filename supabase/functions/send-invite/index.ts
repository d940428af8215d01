// Edge function: e-mails the link of an invite. The project's secrets it needs:
//   SITE_URL        origin of the product
//   RESEND_API_KEY  key of the mail provider; without it the answer is 501 NO_MAILER
//   MAIL_FROM       sender, such as "Rookies <hello@example.org>"
//   MAIL_API_URL    where the provider takes mails as JSON {from, to, subject, html}, if not Resend's
// SUPABASE_URL and SUPABASE_ANON_KEY are there on every project.
import type { InviteMail } from './invite-mail.ts'
import { answerCall } from './send-invite.ts'

declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(handler: (request: Request) => Promise<Response>): void
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
  'access-control-allow-methods': 'POST, OPTIONS',
}

Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
  if (request.method !== 'POST') {
    return json(405, { code: 'METHOD_NOT_ALLOWED', message: 'Only POST is answered here.' })
  }
  const body: unknown = await request.json().catch(() => null)
  const apiKey = setting('SUPABASE_ANON_KEY')
  const answer = await answerCall(body, {
    restUrl: `${setting('SUPABASE_URL')}/rest/v1`,
    authorization: request.headers.get('authorization') ?? `Bearer ${apiKey}`,
    apiKey,
    siteUrl: setting('SITE_URL'),
    sender: setting('MAIL_FROM'),
    deliver: mailer(),
    log: (line) => console.error(line),
  })
  return json(answer.status, answer.body)
})

/** Null unless everything that a mail needs is set. */
function mailer(): ((mail: InviteMail) => Promise<void>) | null {
  const key = setting('RESEND_API_KEY')
  const from = setting('MAIL_FROM')
  if (key === '' || from === '' || setting('SITE_URL') === '') return null
  return async ({ to, subject, html }) => {
    const answer = await fetch(setting('MAIL_API_URL') || 'https://api.resend.com/emails', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from, to: [to], subject, html }),
    })
    if (!answer.ok) throw new Error(`The mail provider answered ${answer.status}`)
  }
}

function setting(name: string): string {
  return Deno.env.get(name) ?? ''
}

function json(status: number, body: Record<string, unknown>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...cors, 'cache-control': 'no-store', 'content-type': 'application/json' },
  })
}
