import {
  bigCode,
  linkButton,
  mailBody,
  mailPage,
  paragraph,
  smallPrint,
} from '../../../functions/_shared/mail-layout.ts'
import type { MailKind } from '../config'

const siteUrl = '{{ .SiteURL }}'
const link = '{{ .ConfirmationURL }}'
const onceLink = 'The link works once, for half an hour.'

/**
 * The mails of Auth in the form that Supabase needs: one complete file each, with variables. After a change,
 * run `npx vitest run --config supabase/local/vitest.config.ts auth-mails -u` to write the files.
 */
export const authMails: Record<MailKind, string> = {
  confirmation: mailPage({
    title: 'Confirm your email',
    preview: 'One click and your account is ready.',
    siteUrl,
    body: mailBody(
      paragraph(
        'Welcome to Rookies. Confirm that {{ .Email }} is yours, and your account is ready.',
      ),
      linkButton('Confirm my email', link),
    ),
    note: `If you did not sign up, do not click: you would confirm an account with a password that another person chose. Ignore this mail, and nothing happens. ${onceLink}`,
  }),
  recovery: mailPage({
    title: 'Reset your password',
    preview: 'Choose a new password for your account.',
    siteUrl,
    body: mailBody(
      paragraph('We received a request for a new password for {{ .Email }}.'),
      linkButton('Choose a new password', `${siteUrl}/reset-password/{{ .TokenHash }}`),
    ),
    note: `If this was not you, ignore this mail. Your password stays as it is. ${onceLink}`,
  }),
  magic_link: mailPage({
    title: 'Your code to log in',
    preview: 'Your code: {{ .Token }}',
    siteUrl,
    body: mailBody(
      paragraph('Type this code on the login page:'),
      bigCode('{{ .Token }}'),
      paragraph('Or log in with one click, in the browser in which you asked for the code:'),
      linkButton('Log in', link),
    ),
    note: 'If this was not you, ignore this mail. Never give the code to anyone. It works once, for half an hour.',
  }),
  invite: mailPage({
    title: 'You are invited',
    heading: 'You are invited to Rookies',
    preview: 'There is a place for you.',
    siteUrl,
    body: mailBody(
      paragraph(
        'There is a place for {{ .Email }}. Accept the invitation and choose a password to begin.',
      ),
      linkButton('Accept the invitation', link),
    ),
    note: `If you did not expect this, ignore this mail. Your address is not used without your click. ${onceLink}`,
  }),
  email_change: mailPage({
    title: 'Confirm your new email',
    preview: 'Your email is about to change.',
    siteUrl,
    body: mailBody(
      paragraph(
        'Your account is about to move from {{ .Email }} to <strong>{{ .NewEmail }}</strong>. Both addresses get this mail, and the change takes effect once both have confirmed.',
      ),
      linkButton('Confirm the change', link),
    ),
    note: `If this was not you, do not click, and change your password. ${onceLink}`,
  }),
  reauthentication: mailPage({
    title: 'Your confirmation code',
    heading: 'Is it you?',
    preview: 'Your code: {{ .Token }}',
    siteUrl,
    body: mailBody(
      paragraph('Type this code to confirm what you are about to change:'),
      bigCode('{{ .Token }}'),
      smallPrint('No one at Rookies will ever ask you for it.'),
    ),
    note: 'If this was not you, change your password. The code works once, for half an hour.',
  }),
}
