import { findCode, findLinks } from '../mail/contents'

/** The parts of a mail that tests read. */
export interface ReadMail {
  subject: string
  html: string
  text: string | null
  links: string[]
  code: string | null
}

/**
 * Returns the mails to an email, the newest first, from the mailbox that answers at this origin: the embedded backend's,
 * or Mailpit, which `supabase start` runs.
 */
export async function readMails(mailbox: string, to: string): Promise<ReadMail[]> {
  const own = await fetch(`${mailbox}/_mail.json?to=${encodeURIComponent(to)}`)
  if (own.headers.get('content-type')?.includes('json')) return own.json()
  const query = encodeURIComponent(`to:"${to}"`)
  const { messages } = await read(`${mailbox}/api/v1/search?query=${query}`)
  return Promise.all(
    messages.map(async ({ ID }: { ID: string }) => {
      const { Subject: subject, HTML: html, Text } = await read(`${mailbox}/api/v1/message/${ID}`)
      return { subject, html, text: Text || null, links: findLinks(html), code: findCode(html) }
    }),
  )
}

async function read(address: string) {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: there is no mailbox.`)
  return answer.json()
}
