import { createTransport } from 'nodemailer'
import { type Deliver, PATIENCE_MS, Refused } from './mailer.ts'

/**
 * Hands mails to an SMTP server.
 * @param options.url `smtps://user:password@host:465`, or `smtp://…:587`, which becomes safe by STARTTLS
 * @param options.patienceMs how long it may take over one mail
 */
export function smtpMailer(options: { url: string; from: string; patienceMs?: number }): Deliver {
  const { url, from, patienceMs = PATIENCE_MS } = options
  return async ({ messageId, ...mail }) => {
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
        transport.sendMail({ from, ...mail, messageId }),
        // A server that answers each line late keeps no single timeout from being met.
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

/** Whether the server will never take this mail (RFC 5321, 55z); a wrong password, 53z, is mended by a person. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  const { code, responseCode } = error
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
    typeof responseCode === 'number' &&
    responseCode >= 550
  )
}
