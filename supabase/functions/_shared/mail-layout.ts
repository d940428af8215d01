import { isWordmark } from '../../../libs/ui/src/components/logo/logo-size.ts'
import type { School } from './school.ts'

// This file uses neither Deno nor Node, because edge functions and the embedded backend both run it.

/** A mail whose texts are HTML: its caller has to escape values. Those of the school are escaped here. */
interface Mail {
  title: string
  /** The line that a mailbox shows next to the subject. */
  preview: string
  /** The school whose name, logo and colour the mail has. */
  school: School
  body: string
  /** Small print below the mail. */
  note: string
}

const ink = '#211e1a'
const muted = '#645d52'

/** The page of every mail; mail programs support only tables and inline styles. */
export const mailPage = ({ title, preview, school, body, note }: Mail) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light" />
    <title>${title}</title>
  </head>
  <body style="margin: 0; padding: 0; background: #faf7f2">
    <div style="display: none; max-height: 0; overflow: hidden">${preview}</div>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background: #faf7f2">
      <tr>
        <td align="center" style="padding: 40px 16px">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 520px; font-family: Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif">
            <tr>
              <td style="padding: 0 8px 20px">
                <a href="${escapeHtml(school.url)}" style="color: ${school.accent}; font-size: 22px; font-weight: 700; letter-spacing: -0.02em; text-decoration: none">${signOf(school)}</a>
              </td>
            </tr>
            <tr>
              <td style="padding: 36px 32px; background: #ffffff; border: 1px solid #e4ddd0; border-radius: 18px">
                <h1 style="margin: 0 0 12px; color: ${ink}; font-size: 26px; line-height: 1.25; letter-spacing: -0.02em; font-weight: 700">${title}</h1>
                ${body}
              </td>
            </tr>
            <tr>
              <td style="padding: 20px 8px 0; color: ${muted}; font-size: 14px; line-height: 1.5">
                ${note}
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`

/** The greatest size of a logo in a mail, in px. Outlook obeys only the attributes of an image. */
const [LOGO_HEIGHT, LOGO_WIDTH] = [40, 240]

/** The logo, with the name next to it. A wide logo stands alone, because it usually contains the name. */
function signOf({ name, logo }: School): string {
  const text = escapeHtml(name)
  if (logo === null) return text
  const scale = Math.min(LOGO_HEIGHT / logo.height, LOGO_WIDTH / logo.width)
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)]
  const image = (alt: string) =>
    `<img src="${escapeHtml(logo.url)}" width="${width}" height="${height}" alt="${alt}" style="border: 0; vertical-align: middle" />`
  return isWordmark(logo) ? image(text) : `${image('')}&nbsp; ${text}`
}

/** A paragraph. @param html safe HTML */
export const paragraph = (html: string) =>
  `<p style="margin: 0 0 24px; color: ${ink}; font-size: 17px; line-height: 1.6">${html}</p>`

/** A paragraph that a person wrote, in the direction of its letters. @param html safe HTML */
export const ownParagraph = (html: string) =>
  `<p dir="auto" style="margin: 0 0 24px; color: ${ink}; font-size: 17px; line-height: 1.6; overflow-wrap: anywhere">${html}</p>`

/** A list. @param items safe HTML */
export const bullets = (items: string[]) =>
  `<ul style="margin: 0 0 24px; padding-left: 22px; color: ${ink}; font-size: 17px; line-height: 1.6">${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

/** A code for the person to type. */
export const bigCode = (code: string) =>
  `<p style="margin: 0 0 24px; padding: 18px; background: #f1ece3; border-radius: 10px; color: ${ink}; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 32px; font-weight: 600; letter-spacing: 0.24em; text-align: center">${code}</p>`

/** Small print at the end of a mail. @param html safe HTML */
const smallPrint = (html: string) =>
  `<p style="margin: 0; color: ${muted}; font-size: 14px; line-height: 1.5">${html}</p>`

/** A button, with its address in text for mail programs that show no buttons. @param accent the school's */
export const linkButton = (label: string, href: string, accent: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin: 0 0 24px">
                  <tr>
                    <td style="background: ${accent}; border-radius: 10px">
                      <a href="${href}" style="display: inline-block; padding: 14px 26px; background: ${accent}; border-radius: 10px; color: #ffffff; font-size: 17px; font-weight: 600; text-decoration: none">${label}</a>
                    </td>
                  </tr>
                </table>
                ${smallPrint(`If the button does not work, open this link:<br />
                  <a href="${href}" style="color: ${accent}; word-break: break-all">${href}</a>`)}`

/** A link in a text. @param label and @param href safe HTML @param accent the school's */
export const textLink = (label: string, href: string, accent: string) =>
  `<a href="${href}" style="color: ${accent}">${label}</a>`

/** A link in small print. @param label and @param href safe HTML */
export const plainLink = (label: string, href: string) =>
  `<a href="${href}" style="color: ${muted}">${label}</a>`

export const mailBody = (...parts: string[]) => parts.join('\n                ')

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
}
