import { bullets, escapeHtml, linkButton, mailBody, mailPage, paragraph } from './mail-layout.ts'

// This file uses neither Deno nor Node, because edge functions and the embedded backend both run it.

/** A part of a mail's body, in plain text. */
type Part = { paragraph: string } | { bullets: string[] } | { button: string; href: string }

/** The content of a mail, which is written as HTML and as plain text. */
export interface MailContent {
  to: string
  subject: string
  /** The line that a mailbox shows next to the subject. */
  preview: string
  parts: Part[]
  /** Small print below the mail. */
  note: string
}

/** A mail that is ready to send. */
export interface Mail {
  to: string
  subject: string
  html: string
  /** The mail as plain text. */
  text: string
  /**
   * The id in the form `<…@…>`. Each attempt at the same mail has the same id, so that a mailbox recognizes
   * duplicates.
   */
  messageId: string
}

/**
 * Writes a mail as HTML and as plain text.
 * @param siteUrl origin of the product
 * @param key identity of the mail (rules/due-work#mails)
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

/** A name is part of the subject, where a line break would start another header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** The key is hashed, because it names people and every mail server on the way reads the headers. */
async function messageIdOf(key: string, siteUrl: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'))
  return `<${hex.join('').slice(0, 40)}@${new URL(siteUrl).hostname}>`
}
