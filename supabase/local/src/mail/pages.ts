import { escapeHtml } from '../../../functions/_shared/mail-layout.ts'
import type { StoredMail } from './store'

/** Allows no script, styles only from their own file, and frames only of this origin. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** The policy of the mail itself, which may use styles and open links, and nothing else. */
export const bodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"

const sandbox =
  'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

/** @param to the email to which the list is filtered, if any */
export function listPage(mails: StoredMail[], to?: string): string {
  const clear = to ? '<a class="quiet" href="/_mail">Show all</a>' : ''
  const rows = mails.map(
    (mail) => `<li>
      <a class="mail" href="/_mail/${escapeHtml(mail.id)}">
        <span class="subject">${escapeHtml(mail.subject)}</span>
        <span class="to">${escapeHtml(mail.to)}</span>
        ${time(mail)}
      </a>
    </li>`,
  )
  const empty = to
    ? `<p class="empty">Nothing was sent to ${escapeHtml(to)} yet.</p>`
    : '<p class="empty">No emails were sent yet. Sign up or ask for a new password, then reload this page.</p>'
  return page(
    'Mail',
    `<header>
      <h1>Mail</h1>
      <p>All emails that Rookies sends on this machine arrive here and nowhere else.</p>
    </header>
    <form action="/_mail" method="get" role="search">
      <label for="to">To</label>
      <input id="to" name="to" type="email" value="${escapeHtml(to ?? '')}" placeholder="person@example.org">
      <button type="submit">Filter</button>
      ${clear}
    </form>
    ${rows.length > 0 ? `<ol class="mails" reversed>${rows.join('\n')}</ol>` : empty}`,
  )
}

/** Returns the page of one mail, with its links, texts and layout. */
export function mailPage(mail: StoredMail): string {
  const links = mail.links.map((link) => {
    const href = escapeHtml(link)
    return `<li><a href="${href}">${href}</a></li>`
  })
  return page(
    mail.subject,
    `<nav aria-label="Mail"><a class="quiet" href="/_mail">All emails</a></nav>
    <header>
      <h1>${escapeHtml(mail.subject)}</h1>
      <p>To <a href="/_mail?to=${encodeURIComponent(mail.to)}">${escapeHtml(mail.to)}</a>, ${time(mail)}</p>
    </header>
    ${mail.code ? `<p class="code"><span>Code</span> <code>${escapeHtml(mail.code)}</code></p>` : ''}
    <iframe title="The email as it was sent" src="/_mail/${escapeHtml(mail.id)}/body" sandbox="${sandbox}"></iframe>
    ${links.length > 0 ? `<section aria-labelledby="links"><h2 id="links">Links in it</h2><ul class="links">${links.join('')}</ul></section>` : ''}`,
  )
}

/** Returns the page for a mail that was removed. */
export function missingPage(): string {
  return page(
    'Email not found',
    `<header><h1>Email not found</h1><p>It may have been deleted to make room for newer ones.</p></header>
    <p><a href="/_mail">All emails</a></p>`,
  )
}

/** Returns a page with the styles of a stylesheet. */
export function page(title: string, main: string, styles = '/_mail/style.css'): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${escapeHtml(title)} · Rookies</title>
  <link rel="icon" href="/favicon.svg">
  <link rel="stylesheet" href="${styles}">
</head>
<body>
  <main>
    ${main}
  </main>
</body>
</html>
`
}

/** Without a script the reader's time zone is not known, so that the date names its zone. */
function time({ created_at: date }: StoredMail): string {
  const text = `${date.slice(0, 10)} ${date.slice(11, 19)} UTC`
  return `<time datetime="${escapeHtml(date)}">${escapeHtml(text)}</time>`
}
