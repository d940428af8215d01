import {
  bigCode,
  linkButton,
  mailBody,
  mailPage,
  paragraph,
  smallPrint,
} from '../../../functions/_shared/mail-layout.ts'
import { defaultSchool } from '../../../functions/_shared/school.ts'
import type { MailKind } from '../config'

const siteUrl = '{{ .SiteURL }}'
const school = defaultSchool(siteUrl)
const { accent } = school
const link = '{{ .ConfirmationURL }}'
const onceLink = 'The link works once and expires in half an hour.'

/**
 * The mails of Auth in the form that Supabase needs: one complete file each, with variables. After a change,
 * run `npx vitest run --config supabase/local/vitest.config.ts auth-mails -u` to write the files.
 */
export const authMails: Record<MailKind, string> = {
  confirmation: mailPage({
    title: 'Confirm your email',
    preview: 'One click and your account is ready.',
    school,
    body: mailBody(
      paragraph(
        'Welcome to Rookies. Confirm that {{ .Email }} is your email to finish creating your account. You can do it on any device.',
      ),
      linkButton('Confirm my email', `${siteUrl}/confirm-email/{{ .TokenHash }}`, accent),
    ),
    note: `If you did not sign up, do not use the link: it would confirm an account with a password that another person chose. You can ignore this email. ${onceLink}`,
  }),
  recovery: mailPage({
    title: 'Reset your password',
    preview: 'Choose a new password for your account.',
    school,
    body: mailBody(
      paragraph('We received a request for a new password for {{ .Email }}.'),
      linkButton('Choose a new password', `${siteUrl}/reset-password/{{ .TokenHash }}`, accent),
    ),
    note: `If you did not ask for this, you can ignore this email. Your password stays the same. ${onceLink}`,
  }),
  magic_link: mailPage({
    title: 'Your code to log in',
    preview: 'Your code: {{ .Token }}',
    school,
    body: mailBody(
      paragraph('Enter this code on the login page:'),
      bigCode('{{ .Token }}'),
      paragraph('Or log in with one click in the browser in which you asked for the code:'),
      linkButton('Log in', link, accent),
    ),
    note: 'If you did not ask for this, you can ignore this email. Never give the code to anyone. It works once and expires in half an hour.',
  }),
  invite: mailPage({
    title: 'You are invited',
    heading: 'You are invited to Rookies',
    preview: 'You are invited to join.',
    school,
    body: mailBody(
      paragraph('The invite is for {{ .Email }}. Accept it and choose a password to begin.'),
      linkButton('Accept the invite', link, accent),
    ),
    note: `If you did not expect this invite, you can ignore this email. ${onceLink}`,
  }),
  email_change: mailPage({
    title: 'Confirm your new email',
    preview: 'Your email is about to change.',
    school,
    body: mailBody(
      paragraph(
        'You asked to change your email from {{ .Email }} to <strong>{{ .NewEmail }}</strong>. We sent this message to both. The change takes effect once you have confirmed it in both.',
      ),
      linkButton('Confirm the change', link, accent),
    ),
    note: `If you did not ask for this, do not use the link, and change your password. ${onceLink}`,
  }),
  reauthentication: mailPage({
    title: 'Your confirmation code',
    heading: "Confirm that it's you",
    preview: 'Your code: {{ .Token }}',
    school,
    body: mailBody(
      paragraph('Enter this code to confirm your change:'),
      bigCode('{{ .Token }}'),
      smallPrint('No one at Rookies will ever ask you for it.'),
    ),
    note: 'If you did not ask for this, change your password. The code works once and expires in half an hour.',
  }),
}
