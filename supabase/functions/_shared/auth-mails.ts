import type { MailContent } from './mail-content.ts'
import type { School } from './school.ts'

// This file uses neither Deno nor Node, because the edge function, the embedded backend and the templates use it.

/** The mails that Auth sends, by the name of their template file. */
export const AUTH_MAIL_KINDS = [
  'confirmation',
  'recovery',
  'magic_link',
  'invite',
  'email_change',
  'reauthentication',
] as const
export type AuthMailKind = (typeof AUTH_MAIL_KINDS)[number]

/** The values that a mail of Auth contains. */
export interface AuthMail {
  kind: AuthMailKind
  to: string
  /** The person's present email. */
  email: string
  /** The email to which the present one changes; empty otherwise. */
  newEmail: string
  /** The code. */
  token: string
  /** The hash in links to pages of the product. */
  tokenHash: string
  /** The link that Auth answers itself. */
  confirmationUrl: string
}

type Written = Pick<MailContent, 'subject' | 'heading' | 'preview' | 'parts' | 'note'>

const ONCE = 'The link works once and expires in half an hour.'

const WRITE: Record<
  AuthMailKind,
  (mail: AuthMail, school: Pick<School, 'name' | 'url'>) => Written
> = {
  confirmation: ({ email, tokenHash }, school) => ({
    subject: 'Confirm your email',
    preview: 'One click and your account is ready.',
    parts: [
      {
        paragraph: `Welcome to ${school.name}. Confirm that ${email} is your email to finish creating your account. You can do it on any device.`,
      },
      { button: 'Confirm my email', href: `${school.url}/confirm-email/${tokenHash}` },
    ],
    note: `If you did not sign up, do not use the link: it would confirm an account with a password that another person chose. You can ignore this email. ${ONCE}`,
  }),
  recovery: ({ email, tokenHash }, school) => ({
    subject: 'Reset your password',
    preview: 'Choose a new password for your account.',
    parts: [
      { paragraph: `We received a request for a new password for ${email}.` },
      { button: 'Choose a new password', href: `${school.url}/reset-password/${tokenHash}` },
    ],
    note: `If you did not ask for this, you can ignore this email. Your password stays the same. ${ONCE}`,
  }),
  magic_link: ({ token, confirmationUrl }) => ({
    subject: `Your code to log in: ${token}`,
    heading: 'Your code to log in',
    preview: `Your code: ${token}`,
    parts: [
      { paragraph: 'Enter this code on the login page:' },
      { code: token },
      { paragraph: 'Or log in with one click in the browser in which you asked for the code:' },
      { button: 'Log in', href: confirmationUrl },
    ],
    note: 'If you did not ask for this, you can ignore this email. Never give the code to anyone. It works once and expires in half an hour.',
  }),
  invite: ({ email, confirmationUrl }, school) => ({
    subject: `You are invited to ${school.name}`,
    preview: 'You are invited to join.',
    parts: [
      { paragraph: `The invite is for ${email}. Accept it and choose a password to begin.` },
      { button: 'Accept the invite', href: confirmationUrl },
    ],
    note: `If you did not expect this invite, you can ignore this email. ${ONCE}`,
  }),
  email_change: ({ email, newEmail, confirmationUrl }) => ({
    subject: 'Confirm your new email',
    preview: 'Your email is about to change.',
    parts: [
      {
        paragraph: `You asked to change your email from ${email} to ${newEmail}. We sent this message to both. The change takes effect once you have confirmed it in both.`,
      },
      { button: 'Confirm the change', href: confirmationUrl },
    ],
    note: `If you did not ask for this, do not use the link, and change your password. ${ONCE}`,
  }),
  reauthentication: ({ token }, school) => ({
    subject: `Your confirmation code: ${token}`,
    heading: "Confirm that it's you",
    preview: `Your code: ${token}`,
    parts: [
      { paragraph: 'Enter this code to confirm your change:' },
      { code: token },
      { paragraph: `No one at ${school.name} will ever ask you for it.` },
    ],
    note: 'If you did not ask for this, change your password. The code works once and expires in half an hour.',
  }),
}

/** Returns the content of a mail of Auth. */
export const authMail = (mail: AuthMail, school: Pick<School, 'name' | 'url'>): MailContent => ({
  to: mail.to,
  ...WRITE[mail.kind](mail, school),
})

/** Returns the identity of a mail of Auth, which each attempt to send it has. */
export const authMailKey = ({ kind, tokenHash }: AuthMail): string => `auth:${kind}:${tokenHash}`
