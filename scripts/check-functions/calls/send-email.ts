import type { Call, Deployment } from '../call'
import type { Stage } from '../stage'
import { formerSecret, hookSecret, signed, unsignedCalls } from './common'

const [old, next] = ['ada@hook.example', 'ada@new.example']

/** Returns the call by which Auth asks for a mail. */
const call = (email_action_type: string, data: object = {}, user: object = {}) =>
  JSON.stringify({
    user: { id: '8484b834-f29e-4af2-bf42-80644d154f76', email: old, ...user },
    email_data: {
      token: '305805',
      token_hash: 'pkce_of_this_check',
      redirect_to: 'https://rookies.example/login',
      email_action_type,
      site_url: 'http://127.0.0.1:9999',
      token_new: '',
      token_hash_new: '',
      ...data,
    },
  })

export async function sendEmail(stage: Stage): Promise<Deployment[]> {
  const secrets = {
    ...stage.project,
    ...stage.mailer,
    SEND_EMAIL_HOOK_SECRET: `${formerSecret}|${hookSecret}`,
  }
  const signup = call('signup')
  const hook = (name: string, body: string, expected: Call['expected']): Call => ({
    name,
    headers: signed('webhook', body),
    body,
    expected,
  })
  const sent = (count: number) => ({ status: 200, body: { sent: count } })
  /** Returns the expectation that the mail servers got mails to these addresses. */
  const mailsTo = (...emails: string[]) => ({
    look: async () =>
      emails.flatMap((email) => stage.mail.provided.filter(({ to }) => to.includes(email))),
  })
  const reset = {
    subject: 'Reset your password',
    text: /https:\/\/rookies\.example\/reset-password\/pkce_of_this_check/,
  }
  const change = (hash: string) => ({
    subject: 'Confirm your new email',
    text: new RegExp(`/auth/v1/verify\\?token=${hash}&type=email_change&redirect_to=`),
  })
  return [
    {
      title: 'send-email',
      secrets,
      calls: [
        ...unsignedCalls('webhook', signup),
        hook('a call of nothing', '{}', { status: 422, body: { code: 'BAD_EVENT' } }),
        hook('a mail that is unknown', call('farewell'), {
          status: 422,
          body: { code: 'UNKNOWN_KIND' },
        }),
        hook('a notification', call('password_changed_notification'), sent(0)),
        {
          ...hook('a new password', call('recovery'), sent(1)),
          afterwards: { ...mailsTo(old), expected: [reset] },
        },
        {
          ...hook(
            'a changed email',
            call('email_change', { token_new: '1', token_hash_new: 'of_old' }, { new_email: next }),
            sent(2),
          ),
          afterwards: {
            ...mailsTo(next, old),
            expected: [change('pkce_of_this_check'), reset, change('of_old')],
          },
        },
      ],
    },
    {
      title: 'send-email, by a mail server',
      secrets: { ...secrets, ...stage.smtp, RESEND_API_KEY: '' },
      calls: [hook('a sign-up', call('signup'), sent(1))],
    },
    {
      title: 'send-email, without its secret',
      secrets: { ...stage.project, ...stage.mailer },
      calls: [hook('a sign-up', signup, { status: 501, body: { code: 'NO_SECRET' } })],
    },
    {
      title: 'send-email, without a mailer',
      secrets: { ...stage.project, SEND_EMAIL_HOOK_SECRET: hookSecret },
      calls: [hook('a sign-up', signup, { status: 501, body: { code: 'NO_MAILER' } })],
    },
    {
      title: 'send-email, while the API is down and the provider too',
      secrets: {
        ...secrets,
        SUPABASE_URL: 'http://127.0.0.1:1',
        MAIL_API_URL: 'http://127.0.0.1:1',
      },
      calls: [
        hook('a sign-up', signup, {
          status: 503,
          headers: { 'retry-after': '1' },
          body: { code: 'MAIL_FAILED' },
        }),
      ],
    },
  ]
}
