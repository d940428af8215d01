import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { writeMail } from '../../../functions/_shared/mail-content.ts'
import { defaultSchool } from '../../../functions/_shared/school.ts'
import { senderOf } from '../../../functions/_shared/sender.ts'
import { inviteMail } from '../../../functions/send-invite/invite-mail.ts'

// Tests what mails show of the school (rules/settings#school).

test.each([
  ['hello@example.org', 'Harbour School', 'Harbour School', 'hello@example.org'],
  ['Rookies <hello@example.org>', 'Harbour School', 'Harbour School', 'hello@example.org'],
  ['<hello@example.org>', 'Rookies', 'Rookies', 'hello@example.org'],
  ['Front desk <hello@example.org>', 'Harbour School', 'Front desk', 'hello@example.org'],
  ['"Desk, front" <hello@example.org>', 'Harbour School', 'Desk, front', 'hello@example.org'],
  ['hello@example.org', 'Школа "Маяк", 東京', 'Школа "Маяк", 東京', 'hello@example.org'],
  [
    'hello@example.org',
    'École\r\nBcc: all@example.org',
    'École Bcc: all@example.org',
    'hello@example.org',
  ],
  [
    'hello@example.org',
    'A <evil@example.com>, B\\',
    'A <evil@example.com>, B\\',
    'hello@example.org',
  ],
])('a mail from %j of %j is from %j', async (mailFrom, school, name, address) => {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message, envelope } = await transport.sendMail({
    from: senderOf(mailFrom, school),
    to: 'ada@example.test',
  })
  expect(envelope.from).toBe(address)
  const head = String(message).replace(/\r\n\s+/g, ' ')
  const [, from = ''] = /^From: (.*)\r$/m.exec(head) ?? []
  expect(decoded(from)).toBe(`${name} <${address}>`)
  expect(head).not.toMatch(/^Bcc:/m)
})

/** Reads a header with encoded words (RFC 2047) and quoted names. */
function decoded(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?(\w)\?(.*?)\?=/gi, (_, form, text) =>
      Buffer.from(
        form === 'B'
          ? Buffer.from(text, 'base64')
          : Buffer.from(
              text
                .replace(/_/g, ' ')
                .replace(/=(..)/g, (_: string, hex: string) =>
                  String.fromCharCode(parseInt(hex, 16)),
                ),
              'latin1',
            ),
      ).toString(),
    )
    .replace(/^"(.*)" </, (_, name) => `${name.replace(/\\(.)/g, '$1')} <`)
}

const open = {
  ...{ token: 't', email: 'a@example.test', inviter: null, name: null, cohort: null },
  ...{ courses: [], expiresAt: '2026-11-03T09:05:00Z', proof: null },
}
const harbour = {
  ...defaultSchool('https://harbour.example/'),
  name: 'Harbour & Sons',
  accent: '#6246a8',
}

test('a mail has the name, the address and the colour of the school', async () => {
  const mail = await writeMail(inviteMail(open, harbour), harbour, 'key')
  expect(mail).toMatchObject({
    subject: 'You are invited to Harbour & Sons',
    school: 'Harbour & Sons',
  })
  expect(mail.html).toMatch(/<a href="https:\/\/harbour\.example"[^>]*>Harbour &amp; Sons<\/a>/)
  expect(mail.html).toContain('background: #6246a8')
  expect(mail.html).not.toMatch(/Rookies|#17694d/)
})

test('a logo is shown before the name, and a wide logo instead of the name, each within its maximum size', async () => {
  const signed = async (width: number, height: number) => {
    const logo = { url: 'https://x.example/l.png?a=1&b=2', width, height }
    const { html } = await writeMail(inviteMail(open, harbour), { ...harbour, logo }, 'key')
    return html
  }
  expect(await signed(512, 512)).toMatch(
    /<img src="https:\/\/x\.example\/l\.png\?a=1&amp;b=2" width="40" height="40" alt="" [^>]*>&nbsp; Harbour &amp; Sons</,
  )
  expect(await signed(1200, 100)).toMatch(
    /width="240" height="20" alt="Harbour &amp; Sons" [^>]*><\/a>/,
  )
})
