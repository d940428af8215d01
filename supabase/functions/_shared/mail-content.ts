import { bullets, escapeHtml, linkButton, mailBody, mailPage, paragraph } from './mail-shell.ts'

// Nothing of Deno or Node in here: edge functions and the embedded backend both run it.

/** What a mail is made of, one below the other; plain text all of it. */
type Part = { paragraph: string } | { bullets: string[] } | { button: string; href: string }

/** What a mail says, before it is written as HTML and as plain text. */
export interface MailContent {
  to: string
  subject: string
  /** What a list of mails shows beside the subject. */
  preview: string
  parts: Part[]
  /** Below the mail, in small print. */
  note: string
}

/** A mail that can be sent. */
export interface Mail {
  to: string
  subject: string
  html: string
  /** The same without markup, for programs and people that want it so. */
  text: string
  /** `<…@…>`; the same for every attempt at the same mail, so that a mailbox knows it again. */
  messageId: string
}

/**
 * Writes a mail as HTML and as plain text.
 * @param siteUrl origin of the product
 * @param key what the mail is known by (rules/due-work#mails)
 */
export async function writeMail(content: MailContent, siteUrl: string, key: string): Promise<Mail> {
  const subject = oneLine(content.subject)
  return {
    to: content.to,
    subject,
    html: mailPage({
      title: escapeHtml(subject),
      preview: escapeHtml(content.preview),
      siteUrl: escapeHtml(siteUrl),
      body: mailBody(...content.parts.map(asHtml)),
      note: escapeHtml(content.note),
    }),
    text: [subject, ...content.parts.map(asText), `--\n${content.note}`].join('\n\n'),
    messageId: await messageIdOf(key, siteUrl),
  }
}

function asHtml(part: Part): string {
  if ('paragraph' in part) return paragraph(escapeHtml(part.paragraph))
  if ('bullets' in part) return bullets(part.bullets.map(escapeHtml))
  return linkButton(escapeHtml(part.button), escapeHtml(part.href))
}

function asText(part: Part): string {
  if ('paragraph' in part) return part.paragraph
  if ('bullets' in part) return part.bullets.map((item) => `- ${item}`).join('\n')
  return `${part.button}:\n${part.href}`
}

/** A name goes into the subject, where a line break would begin another header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** Hashed: a key names people, and headers are read by everyone on the way. */
async function messageIdOf(key: string, siteUrl: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'))
  return `<${hex.join('').slice(0, 40)}@${new URL(siteUrl).hostname}>`
}
