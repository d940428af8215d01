import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { AUTH_MAIL_KINDS, type AuthMail, authMail } from '../../../functions/_shared/auth-mails.ts'
import { htmlOf, writeMail } from '../../../functions/_shared/mail-content.ts'
import { defaultSchool } from '../../../functions/_shared/school.ts'
import { projectFile } from '../testing/auth-server'

const ofAuth: Omit<AuthMail, 'kind'> = {
  to: '',
  email: '{{ .Email }}',
  newEmail: '{{ .NewEmail }}',
  token: '{{ .Token }}',
  tokenHash: '{{ .TokenHash }}',
  confirmationUrl: '{{ .ConfirmationURL }}',
}

// A stack without the hook fills in these files. After a change of a mail, run
// `npx vitest run --config supabase/local/vitest.config.ts auth-mails -u` to write them.
describe.each(AUTH_MAIL_KINDS)('the template of %s', (kind) => {
  const school = defaultSchool('{{ .SiteURL }}')
  const content = authMail({ kind, ...ofAuth }, school)

  test('has the text of the mail', async () => {
    await expect(htmlOf(content, school)).toMatchFileSnapshot(`../../../templates/${kind}.html`)
  })

  test('stands where the Supabase CLI looks for it, with the subject of the mail', () => {
    const config = parse(readFileSync(projectFile('config.toml'), 'utf8'))
    expect(config).toMatchObject({
      auth: {
        email: {
          template: {
            [kind]: {
              subject: content.subject,
              content_path: `./supabase/templates/${kind}.html`,
            },
          },
        },
      },
    })
  })
})

const ada: Omit<AuthMail, 'kind'> = {
  to: 'ada@example.test',
  email: 'ada@example.test',
  newEmail: 'ada@new.test',
  token: '123456',
  tokenHash: 'pkce_abc',
  confirmationUrl: 'http://localhost:4300/auth/v1/verify?token=abc&type=signup',
}
const school = { ...defaultSchool('https://learn.example.org'), name: '<Harbour> & Co' }

test.each(AUTH_MAIL_KINDS)(
  'the mail of %s has its texts as HTML and as plain text',
  async (kind) => {
    const mail = await writeMail(authMail({ kind, ...ada }, school), school, kind)
    expect(mail.html).toContain('&lt;Harbour&gt; &amp; Co')
    expect(mail.html).not.toMatch(/<Harbour>|undefined/)
    expect(mail.html + mail.text).not.toContain('Rookies')
    const withCode = ['magic_link', 'reauthentication'].includes(kind)
    expect(mail.subject.endsWith(': 123456')).toBe(withCode)
    expect(mail.text.includes('123456')).toBe(withCode)
    // Screen readers read a heading aloud as a whole, and the code is not part of the heading.
    expect(mail.html).not.toMatch(/<h1[^>]*>[^<]*123456/)
    const link = {
      confirmation: 'https://learn.example.org/confirm-email/pkce_abc',
      recovery: 'https://learn.example.org/reset-password/pkce_abc',
      magic_link: ada.confirmationUrl,
      invite: ada.confirmationUrl,
      email_change: ada.confirmationUrl,
      reauthentication: '',
    }[kind]
    expect(mail.text).toContain(link)
    expect(mail.html).toContain(link.replace('&', '&amp;'))
  },
)
