import { type Deliver, httpMailer } from './mailer.ts'
import { setting } from './serve.ts'
import { smtpMailer } from './smtp.ts'

/**
 * The door through which mails leave a hosted project. The secrets it needs:
 *   SITE_URL        origin of the product
 *   MAIL_FROM       sender, such as "Rookies <hello@example.org>"
 * and one of these:
 *   SMTP_URL        such as smtps://user:password@mail.example.org:465
 *   RESEND_API_KEY  key of a mail provider that takes mails as JSON, at
 *   MAIL_API_URL    if not Resend's own address
 * Null unless everything that a mail needs is set.
 */
export function hostedMailer(): Deliver | null {
  const [from, url, apiKey] = [setting('MAIL_FROM'), setting('SMTP_URL'), setting('RESEND_API_KEY')]
  if (from === '' || setting('SITE_URL') === '') return null
  if (url !== '') return smtpMailer({ url, from })
  const apiUrl = setting('MAIL_API_URL') || 'https://api.resend.com/emails'
  return apiKey === '' ? null : httpMailer({ apiUrl, apiKey, from })
}
