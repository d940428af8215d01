// Nothing of Deno or Node in here: edge functions and the embedded backend both run it.

/** One mail. Every part is HTML: values in it have to be escaped. */
interface Mail {
  title: string
  /** The title, unless said otherwise. */
  heading?: string
  /** What a list of mails shows beside the subject. */
  preview: string
  /** Where the name of the product leads to. */
  siteUrl: string
  body: string
  /** Below the mail, in small print. */
  note: string
}

const ink = '#211e1a'
const muted = '#645d52'
const accent = '#17694d'

/** The page around every mail of the product; mail programs take tables and inline styles only. */
export const mailPage = ({ title, heading, preview, siteUrl, body, note }: Mail) => `<!doctype html>
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
                <a href="${siteUrl}" style="color: ${accent}; font-size: 22px; font-weight: 700; letter-spacing: -0.02em; text-decoration: none">Rookies</a>
              </td>
            </tr>
            <tr>
              <td style="padding: 36px 32px; background: #ffffff; border: 1px solid #e4ddd0; border-radius: 18px">
                <h1 style="margin: 0 0 12px; color: ${ink}; font-size: 26px; line-height: 1.25; letter-spacing: -0.02em; font-weight: 700">${heading ?? title}</h1>
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

/** A paragraph of a mail. In: HTML that is safe. */
export const paragraph = (html: string) =>
  `<p style="margin: 0 0 24px; color: ${ink}; font-size: 17px; line-height: 1.6">${html}</p>`

/** A list in a mail. In: items as HTML that is safe. */
export const bullets = (items: string[]) =>
  `<ul style="margin: 0 0 24px; padding-left: 22px; color: ${ink}; font-size: 17px; line-height: 1.6">${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

/** A code to type. */
export const bigCode = (code: string) =>
  `<p style="margin: 0 0 24px; padding: 18px; background: #f1ece3; border-radius: 10px; color: ${ink}; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 32px; font-weight: 600; letter-spacing: 0.24em; text-align: center">${code}</p>`

/** What stands small at a mail's end. In: HTML that is safe. */
export const smallPrint = (html: string) =>
  `<p style="margin: 0; color: ${muted}; font-size: 14px; line-height: 1.5">${html}</p>`

/** A button, and its address below for mail programs that show no buttons. */
export const linkButton = (label: string, href: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin: 0 0 24px">
                  <tr>
                    <td style="background: ${accent}; border-radius: 10px">
                      <a href="${href}" style="display: inline-block; padding: 14px 26px; background: ${accent}; border-radius: 10px; color: #ffffff; font-size: 17px; font-weight: 600; text-decoration: none">${label}</a>
                    </td>
                  </tr>
                </table>
                ${smallPrint(`If the button does nothing, open this address:<br />
                  <a href="${href}" style="color: ${accent}; word-break: break-all">${href}</a>`)}`

/** The parts of a body, one below the other. */
export const mailBody = (...parts: string[]) => parts.join('\n                ')

/** A text as HTML in which nothing of it is markup. */
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
