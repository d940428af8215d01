import { PlainError } from '../../supabase/local/src/plain-error'
import { addressesOf } from '../doctor/auth'
import { mailSender, projectUrl, type Settings, smtpOf } from './settings'

/** The server of Resend for programs that speak SMTP, as Auth does; its user is `resend` and the key is the password. */
const RESEND = { host: 'smtp.resend.com', port: 465, user: 'resend' }

/**
 * Returns `config.toml` with the block of the project that the settings name, so that nobody edits the file.
 * @throws PlainError if the file has a block for it
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

/** Returns the function that Auth calls instead of sending a mail. */
export const sendEmailHook = (settings: Settings): string =>
  `${projectUrl(settings)}/functions/v1/send-email`

/**
 * Auth sends by the hook. It has a mail server all the same, because a project without one may send two mails in an hour
 * and lets nobody raise that.
 */
function mailServer(settings: Settings): [name: string, value: string | number][] {
  const { SMTP_URL, RESEND_API_KEY: key, MAIL_API_URL, MAIL_FROM } = settings
  const smtp = SMTP_URL ? smtpOf(SMTP_URL) : key && !MAIL_API_URL && { ...RESEND, pass: key }
  const sender = mailSender(MAIL_FROM)
  if (!smtp || !sender) return []
  return [...Object.entries(smtp), ['admin_email', sender.address], ['sender_name', sender.name]]
}

/** JSON's texts, numbers and lists of texts are those of TOML, too. */
const line = (name: string, value: string | number | string[]) =>
  `${name} = ${JSON.stringify(value)}`
