import { PlainError } from '../../supabase/local/src/plain-error'
import { addressesOf } from '../doctor/auth'
import { mailSender, projectUrl, type Settings, smtpOf } from './settings'

/**
 * Resend's server for programs that speak SMTP, such as Auth. The user is `resend`, and the password is the API key.
 */
const RESEND = { host: 'smtp.resend.com', port: 465, user: 'resend' }

/**
 * Returns `config.toml` with a block for the project in the settings, so that nobody has to edit the file. @throws
 * PlainError if the file already has that block
 */
export function hostedConfig(text: string, settings: Settings): string {
  const { SUPABASE_PROJECT_REF: ref } = settings
  const { siteUrl, redirectUrls } = addressesOf(settings.SITE_URL)
  if (new RegExp(`^\\s*project_id\\s*=\\s*"${ref}"`, 'm').test(text)) {
    throw new PlainError(
      `supabase/config.toml has a block [remotes.*] for ${ref}. Delete it: the settings take its place.`,
    )
  }
  const block = '[remotes.production'
  return [
    text.trimEnd(),
    `${block}]`,
    line('project_id', ref),
    `${block}.auth]`,
    line('site_url', siteUrl),
    line('additional_redirect_urls', redirectUrls),
    ...mailServer(settings).flatMap(([name, value], at) => [
      ...(at === 0 ? [`${block}.auth.email.smtp]`, 'enabled = true'] : []),
      line(name, value),
    ]),
    `${block}.auth.hook.send_email]`,
    'enabled = true',
    line('uri', sendEmailHook(settings)),
    line('secrets', settings.SEND_EMAIL_HOOK_SECRET ?? ''),
    '',
  ].join('\n')
}

/** Returns the address of the function that Auth calls instead of sending a mail. */
export const sendEmailHook = (settings: Settings): string =>
  `${projectUrl(settings)}/functions/v1/send-email`

/**
 * Returns the settings of a mail server for Auth, although Auth sends by the hook: a project without a mail server
 * may send only two mails an hour, and that limit cannot be raised.
 */
function mailServer(settings: Settings): [name: string, value: string | number][] {
  const { SMTP_URL, RESEND_API_KEY: key, MAIL_API_URL, MAIL_FROM } = settings
  const smtp = SMTP_URL ? smtpOf(SMTP_URL) : key && !MAIL_API_URL && { ...RESEND, pass: key }
  const sender = mailSender(MAIL_FROM)
  if (!smtp || !sender) return []
  return [...Object.entries(smtp), ['admin_email', sender.address], ['sender_name', sender.name]]
}

/** Formats a setting as JSON, because texts, numbers and lists of texts look the same in TOML. */
const line = (name: string, value: string | number | string[]) =>
  `${name} = ${JSON.stringify(value)}`
