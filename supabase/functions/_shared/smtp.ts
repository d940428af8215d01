import { createTransport } from 'nodemailer'
import { type Deliver, PATIENCE_MS, Refused } from './mailer.ts'
import { senderOf } from './sender.ts'

/**
 * Sends mails through an SMTP server.
 * @param options.url `smtps://user:password@host:465`, or `smtp://…:587`, which is encrypted by STARTTLS
 * @param options.from MAIL_FROM (`senderOf`)
 * @param options.patienceMs time limit for one mail
 */
export function smtpMailer(options: { url: string; from: string; patienceMs?: number }): Deliver {
  const { url, from, patienceMs = PATIENCE_MS } = options
  return async ({ messageId, school, ...mail }) => {
    const transport = createTransport({
      url,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    let hurry: ReturnType<typeof setTimeout> | undefined
    try {
      await Promise.race([
        transport.sendMail({ from: senderOf(from, school), ...mail, messageId }),
        // A server that answers each line slowly never reaches a timeout of the library, so that this limit
        // covers the whole mail.
        new Promise((_, reject) => {
          const late = () => reject(new Error('The mail server takes too long'))
          hurry = setTimeout(late, patienceMs)
        }),
      ])
    } catch (error) {
      throw isFinal(error) ? new Refused(error.message) : error
    } finally {
      clearTimeout(hurry)
      transport.close()
    }
  }
}

/**
 * Whether the server will never accept this mail (codes 55z in RFC 5321). A wrong password (53z) can be corrected by a
 * person.
 */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  const { code, responseCode } = error
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
    typeof responseCode === 'number' &&
    responseCode >= 550
  )
}
