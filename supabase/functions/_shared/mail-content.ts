import { oneLine } from './answer.ts'
import {
  bigCode,
  bullets,
  escapeHtml,
  linkButton,
  mailBody,
  mailPage,
  ownParagraph,
  paragraph,
  plainLink,
  textLink,
} from './mail-layout.ts'
import type { School } from './school.ts'
import { sha256Hex } from './sha256-hex.ts'

// This file uses neither Deno nor Node, because edge functions and the embedded backend both run it.

/**
 * A part of a mail's body, in plain text. `written` is a paragraph that a person wrote; addresses in it become links
 * (rules/notifications#text).
 */
type Part =
  | { paragraph: string }
  | { written: string }
  | { bullets: string[] }
  | { links: LinkedLine[] }
  | { code: string }
  | { button: string; href: string }

/** A line of a list that begins with a link. */
export interface LinkedLine {
  label: string
  href: string
  /** The text after the link; may be empty. */
  more: string
}

/** The content of a mail, which is written as HTML and as plain text. */
export interface MailContent {
  to: string
  subject: string
  /** The heading; by default the subject. They differ if the subject contains a code. */
  heading?: string
  /** The line that a mailbox shows next to the subject. */
  preview: string
  parts: Part[]
  /** Small print below the mail. */
  note: string
  /** How the recipient ends mails of this kind; missing for mails that nobody can end. */
  unsubscribe?: Unsubscribe
}

interface Unsubscribe {
  /** The page on which a person ends these mails. */
  page: string
  /** The address to which a mailbox posts for one click (RFC 8058). */
  address: string
}

/** A mail that is ready to send. */
export interface Mail {
  to: string
  subject: string
  /** The name of the school, which the sender has unless the project gives it another. */
  school: string
  /** The email to which answers go; empty for the sender's. */
  replyTo: string
  html: string
  /** The mail as plain text. */
  text: string
  /**
   * The id in the form `<…@…>`. Each attempt at the same mail has the same id, so that a mailbox recognizes
   * duplicates.
   */
  messageId: string
  /** Further headers. */
  headers: Record<string, string>
}

/**
 * Writes a mail as HTML and as plain text.
 * @param key identity of the mail (rules/due-work#mails)
 */
export async function writeMail(content: MailContent, school: School, key: string): Promise<Mail> {
  // The subject can contain names that people typed, so line breaks are removed.
  const subject = oneLine(content.subject)
  const { heading = subject, note, unsubscribe } = content
  return {
    to: content.to,
    subject,
    school: school.name,
    replyTo: school.replyTo,
    html: htmlOf(content, school),
    text: [
      heading,
      ...content.parts.map(asText),
      `--\n${note}${unsubscribe ? `\nUnsubscribe: ${unsubscribe.page}` : ''}`,
    ].join('\n\n'),
    messageId: await messageIdOf(key, school.url),
    headers: unsubscribe
      ? {
          'List-Unsubscribe': `<${unsubscribe.address}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : {},
  }
}

/** Writes the HTML of a mail. */
export function htmlOf(content: MailContent, school: School): string {
  const { subject, heading = subject, preview, parts, note, unsubscribe } = content
  return mailPage({
    title: escapeHtml(oneLine(heading)),
    preview: escapeHtml(preview),
    school,
    body: mailBody(...parts.map((part) => asHtml(part, school.accent))),
    note: unsubscribe
      ? `${escapeHtml(note)}<br />${plainLink('Unsubscribe', escapeHtml(unsubscribe.page))}`
      : escapeHtml(note),
  })
}

function asHtml(part: Part, accent: string): string {
  if ('paragraph' in part) return paragraph(inHtml(part.paragraph))
  if ('written' in part) return ownParagraph(linked(part.written, accent))
  if ('bullets' in part) return bullets(part.bullets.map(escapeHtml))
  if ('links' in part) return bullets(part.links.map((line) => linkedLine(line, accent)))
  if ('code' in part) return bigCode(escapeHtml(part.code))
  return linkButton(escapeHtml(part.button), escapeHtml(part.href), accent)
}

function asText(part: Part): string {
  if ('paragraph' in part) return part.paragraph
  if ('written' in part) return part.written
  if ('bullets' in part) return part.bullets.map((item) => `- ${item}`).join('\n')
  if ('code' in part) return part.code
  if ('links' in part) {
    return part.links
      .map(({ label, href, more }) => `- ${[label, more].filter(Boolean).join('. ')}\n  ${href}`)
      .join('\n')
  }
  return `${part.button}:\n${part.href}`
}

const linkedLine = ({ label, href, more }: LinkedLine, accent: string) =>
  [textLink(escapeHtml(label), escapeHtml(href), accent), escapeHtml(more)]
    .filter(Boolean)
    .join('<br />')

const inHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br />')

/** Matches the same links as `splitLinks` of the apps. */
const LINK = /(?:https?:\/\/|(?<![\w.@/-])www\.[^\s<>"'.]+\.)[^\s<>"']*[^\s<>"'.,:;!?)\]]/gi

/** Returns plain text as HTML in which addresses are links. */
function linked(text: string, accent: string): string {
  let [html, end] = ['', 0]
  for (const { 0: link, index } of text.matchAll(LINK)) {
    const href = /^www/i.test(link) ? `https://${link}` : link
    html += inHtml(text.slice(end, index)) + textLink(escapeHtml(link), escapeHtml(href), accent)
    end = index + link.length
  }
  return html + inHtml(text.slice(end))
}

/** The key is hashed, because it names people and every mail server on the way reads the headers. */
async function messageIdOf(key: string, siteUrl: string): Promise<string> {
  return `<${(await sha256Hex(key)).slice(0, 40)}@${new URL(siteUrl).hostname}>`
}
