// Nothing of Deno or Node in here: the edge function and the embedded backend both run it.

/** An open invite, as `invite_by_token()` tells it to whoever holds the token. */
export interface OpenInvite {
  token: string
  email: string
  /** The sender's name, null when they have none. */
  inviter: string | null
  /** Titles of the courses it opens. */
  courses: string[]
  /** ISO date. */
  expiresAt: string
}

export interface InviteMail {
  to: string
  subject: string
  html: string
}

/**
 * The mail of an invite: who invites, to what, until when, and the link (rules/invites#invite-mail).
 * @param siteUrl origin of the product
 */
export function inviteMail(invite: OpenInvite, siteUrl: string): InviteMail {
  const site = siteUrl.replace(/\/+$/, '')
  const link = escapeHtml(`${site}/invite/${encodeURIComponent(invite.token)}`)
  const inviter = plain(invite.inviter ?? '')
  const title = inviter === '' ? 'You are invited to Rookies' : `${inviter} invites you to Rookies`
  const courses =
    invite.courses.length === 0
      ? ''
      : `<p style="${text}">It opens for you:</p>
                <ul style="margin: 0 0 24px; padding-left: 22px; color: #211e1a; font-size: 17px; line-height: 1.6">${invite.courses
                  .map((course) => `<li>${escapeHtml(course)}</li>`)
                  .join('')}</ul>`
  return {
    to: invite.email,
    subject: title,
    html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light" />
    <title>${escapeHtml(title)}</title>
  </head>
  <body style="margin: 0; padding: 0; background: #faf7f2">
    <div style="display: none; max-height: 0; overflow: hidden">Somebody has a place for you.</div>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background: #faf7f2">
      <tr>
        <td align="center" style="padding: 40px 16px">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 520px; font-family: Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif">
            <tr>
              <td style="padding: 0 8px 20px">
                <a href="${escapeHtml(site)}" style="color: #17694d; font-size: 22px; font-weight: 700; letter-spacing: -0.02em; text-decoration: none">Rookies</a>
              </td>
            </tr>
            <tr>
              <td style="padding: 36px 32px; background: #ffffff; border: 1px solid #e4ddd0; border-radius: 18px">
                <h1 style="margin: 0 0 12px; color: #211e1a; font-size: 26px; line-height: 1.25; letter-spacing: -0.02em; font-weight: 700">${escapeHtml(title)}</h1>
                <p style="${text}">There is a place for ${escapeHtml(invite.email)}. The invite is open until ${escapeHtml(dateText(invite.expiresAt))}.</p>
                ${courses}
                <table role="presentation" cellpadding="0" cellspacing="0" style="margin: 0 0 24px">
                  <tr>
                    <td style="background: #17694d; border-radius: 10px">
                      <a href="${link}" style="display: inline-block; padding: 14px 26px; background: #17694d; border-radius: 10px; color: #ffffff; font-size: 17px; font-weight: 600; text-decoration: none">See the invite</a>
                    </td>
                  </tr>
                </table>
                <p style="margin: 0; color: #645d52; font-size: 14px; line-height: 1.5">
                  If the button does nothing, open this address:<br />
                  <a href="${link}" style="color: #17694d; word-break: break-all">${link}</a>
                </p>
              </td>
            </tr>
            <tr>
              <td style="padding: 20px 8px 0; color: #645d52; font-size: 14px; line-height: 1.5">
                You know nothing of this? Then ignore this mail; nothing happens without you.
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`,
  }
}

const text = 'margin: 0 0 24px; color: #211e1a; font-size: 17px; line-height: 1.6'

/** A mail does not know its reader's zone, so the zone is written down. */
function dateText(iso: string): string {
  const date = new Date(iso)
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`
}

/** One line: a name goes into the subject, where a line break would begin another header. */
function plain(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function escapeHtml(value: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return value.replace(/[&<>"']/g, (char) => entities[char] ?? char)
}
