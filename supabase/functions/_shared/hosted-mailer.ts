import { type Deliver, httpMailer } from './mailer.ts'
import { setting } from './serve.ts'
import { smtpMailer } from './smtp.ts'

/**
 * Returns the mailer of a hosted project; null unless all its secrets are set:
 * SITE_URL: origin of the product
 * MAIL_FROM: sender, such as hello@example.org, which gets the name of the school, or "Name <hello@example.org>"
 * and either SMTP_URL, such as smtps://user:password@mail.example.org:465,
 * or RESEND_API_KEY, the key of a mail provider that takes JSON, with MAIL_API_URL if it is not Resend's.
 */
export function hostedMailer(): Deliver | null {
  const [from, url, apiKey] = [setting('MAIL_FROM'), setting('SMTP_URL'), setting('RESEND_API_KEY')]
  if (from === '' || setting('SITE_URL') === '') return null
  if (url !== '') return smtpMailer({ url, from })
  const apiUrl = setting('MAIL_API_URL') || 'https://api.resend.com/emails'
  return apiKey === '' ? null : httpMailer({ apiUrl, apiKey, from })
}
