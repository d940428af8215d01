import { randomUUID } from 'node:crypto'
import type { Deployment } from '../call'
import type { Stage } from '../stage'
import { callsWithEndedTokens, callsWithInvalidBodies, preflight } from './common'

async function invite(stage: Stage) {
  const email = `${randomUUID()}@example.test`
  const made = Object(await stage.rpc('create_invite', { email, course_ids: [] }))
  return { id: String(made.id), token: String(made.token), email }
}

export async function sendInvite(stage: Stage): Promise<Deployment[]> {
  const { callers, mail } = stage
  const [open, cancelled, posted, lost] = [
    await invite(stage),
    await invite(stage),
    await invite(stage),
    await invite(stage),
  ]
  await stage.rpc('cancel_invite', { invite_id: cancelled.id })
  const call = { invite_id: open.id }
  const sender = { ask: 'sender' }
  const admin = callers.admin
  const refused = { status: 403, body: { code: '42501' } }
  const sent = { status: 200, body: { sent: true, email: open.email } }
  const link = new RegExp(`https://rookies.example/invite/${open.token}#proof=[0-9a-f]{64}`)
  const provided = {
    look: () => mail.provided.filter(({ to }) => to.includes(open.email)),
    expected: [{ subject: /invites you to Rookies$/, html: link, text: link }],
  }
  return [
    {
      title: 'send-invite, by a provider',
      secrets: { ...stage.project, ...stage.mailer },
      calls: [
        ...preflight,
        { name: 'no token', body: call, expected: refused },
        { name: 'a visitor', headers: callers.visitor, body: call, expected: refused },
        { name: 'a member', headers: callers.member, body: call, expected: refused },
        ...callsWithEndedTokens(stage, call),
        ...callsWithInvalidBodies(admin, call),
        {
          name: 'no id',
          headers: admin,
          body: { invite_id: `${open.id}&select=*` },
          expected: { status: 400, body: { code: 'BAD_REQUEST' } },
        },
        {
          name: 'an unknown invite',
          headers: admin,
          body: { invite_id: randomUUID() },
          expected: refused,
        },
        {
          name: 'an invite that was cancelled',
          headers: admin,
          body: { invite_id: cancelled.id },
          expected: { status: 409, body: { code: 'INVITE_CLOSED' } },
        },
        { name: 'an invite', headers: admin, body: call, expected: sent, afterwards: provided },
        {
          name: 'the same again',
          headers: admin,
          body: call,
          expected: sent,
          afterwards: provided,
        },
        {
          name: 'whom invites come from',
          headers: admin,
          body: sender,
          expected: { status: 200, body: { from: 'Rookies <hello@rookies.example>' } },
        },
        { name: 'the same by a member', headers: callers.member, body: sender, expected: refused },
      ],
    },
    {
      title: 'send-invite, by a mail server',
      secrets: { ...stage.project, ...stage.smtp },
      calls: [
        {
          name: 'an invite',
          headers: admin,
          body: { invite_id: posted.id },
          expected: { status: 200, body: { sent: true, email: posted.email } },
          afterwards: {
            look: () => mail.posted.filter(({ to }) => to.includes(posted.email)),
            expected: [
              {
                text: /^From: Rookies <hello@rookies\.example>\r\n[\s\S]*^Reply-To: support@rookies\.test\r\n[\s\S]*^Message-ID: <[0-9a-f]{40}@rookies\.example>\r\n[\s\S]*text\/html/m,
              },
            ],
          },
        },
      ],
    },
    {
      title: 'send-invite, with a wrong key of the provider',
      secrets: { ...stage.project, ...stage.mailer, RESEND_API_KEY: 'another' },
      calls: [
        {
          name: 'an invite',
          headers: admin,
          body: { invite_id: lost.id },
          expected: { status: 502, body: { code: 'MAIL_FAILED' } },
        },
      ],
    },
    {
      title: 'send-invite, without a mailer',
      secrets: stage.project,
      calls: [
        {
          name: 'an invite',
          headers: admin,
          body: call,
          expected: { status: 501, body: { code: 'NO_MAILER' } },
        },
        {
          name: 'whom invites come from',
          headers: admin,
          body: sender,
          expected: { status: 200, body: { from: null } },
        },
      ],
    },
  ]
}
