import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AUTH_MAIL_KINDS, type AuthMail } from '../../../functions/_shared/auth-mails.ts'
import { defaultSchool } from '../../../functions/_shared/school.ts'
import { createMailbox, type Mailbox } from './index'

const siteUrl = 'http://localhost:4300'
const readSchool = async () => ({ ...defaultSchool(siteUrl), name: 'Harbour' })

let dir: string
let mailbox: Mailbox
let server: Server
let url: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rookies-mail-'))
  mailbox = createMailbox({ dir, readSchool })
  server = createServer(getRequestListener(mailbox.routes.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(dir, { recursive: true })
})

const values: Omit<AuthMail, 'kind' | 'to'> = {
  email: 'ada@example.test',
  newEmail: '<script>alert(1)</script>@new.test',
  token: '123456',
  tokenHash: 'pkce_abc',
  confirmationUrl: 'http://localhost:4300/auth/v1/verify?token=abc&type=signup',
}

const send = (to: string, subject = 'Hello', html = '<p>Hi</p>') =>
  mailbox.send({ to, subject, html })
const read = async (path: string, accept = 'text/html') =>
  fetch(`${url}${path}`, { headers: { accept } })

test('the recovery mail links to the page of the product, with the token, under the name of the school', async () => {
  await mailbox.send({ to: 'a@example.test', kind: 'recovery', ...values })
  const [mail] = mailbox.list()
  expect(mail?.links).toEqual([siteUrl, `${siteUrl}/reset-password/pkce_abc`])
  expect(mail?.html).toContain('Harbour')
  expect(mail?.text).toContain(`${siteUrl}/reset-password/pkce_abc`)
})

test('only mails with a code contain one', async () => {
  for (const kind of AUTH_MAIL_KINDS) {
    await mailbox.send({ to: `${kind}@example.test`, kind, ...values })
  }
  const withCode = AUTH_MAIL_KINDS.filter(
    (it) => mailbox.list({ to: `${it}@example.test` })[0]?.code,
  )
  expect(withCode).toEqual(['magic_link', 'reauthentication'])
  expect(mailbox.list({ to: 'magic_link@example.test' })[0]).toMatchObject({
    code: '123456',
    links: expect.arrayContaining([values.confirmationUrl]),
  })
})

test('texts that people typed are text in a mail, never markup', async () => {
  await mailbox.send({ to: 'a@example.test', kind: 'email_change', ...values })
  expect(mailbox.list()[0]?.html).toContain('&lt;script&gt;')
  expect(mailbox.list()[0]?.html).not.toContain('<script')
})

test('mails survive a restart, newest first; incomplete files are ignored, and drafts of a killed process removed', async () => {
  for (const to of ['a', 'b', 'c']) await send(`${to}@example.test`)
  await writeFile(join(dir, 'zzz.json'), '{"id": "zzz"')
  await writeFile(join(dir, 'zzzz.json.part'), '')
  const again = createMailbox({ dir, readSchool })
  expect(again.list().map(({ to }) => to)).toEqual([
    'c@example.test',
    'b@example.test',
    'a@example.test',
  ])
  expect(again.list()).toEqual(mailbox.list())
  expect(await readdir(dir)).toHaveLength(4)
  expect(await readdir(dir)).not.toContain('zzzz.json.part')
})

test('the newest 500 mails remain', async () => {
  for (let count = 0; count < 503; count++) await send(`${count}@example.test`)
  expect(mailbox.list()).toHaveLength(500)
  expect(mailbox.list()[0]?.to).toBe('502@example.test')
  expect(mailbox.list().at(-1)?.to).toBe('3@example.test')
  expect(await readdir(dir)).toHaveLength(500)
})

test('the list is a page for people and JSON for programs, filtered by email', async () => {
  await send('Ada@example.test', 'For <Ada>')
  await send('bob@example.test', 'For Bob')
  const page = await (await read('/_mail')).text()
  expect(page).toContain('For &lt;Ada&gt;')
  expect(page.indexOf('For Bob')).toBeLessThan(page.indexOf('For &lt;Ada&gt;'))
  expect(await (await read('/_mail?to=bob@example.test')).text()).not.toContain('Ada')
  expect(await (await read('/_mail?to=%22%3E%3Cscript%3E')).text()).not.toContain('<script')

  const asJson = [
    await read('/_mail.json?to=ada@example.test'),
    await read('/_mail?to=ada@example.test', 'application/json'),
  ]
  for (const answer of asJson) {
    expect(await answer.json()).toEqual([
      {
        id: expect.any(String),
        to: 'Ada@example.test',
        subject: 'For <Ada>',
        html: '<p>Hi</p>',
        text: null,
        message_id: null,
        headers: {},
        links: [],
        code: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ])
  }
})

test('an empty list says how to get mails', async () => {
  expect(await (await read('/_mail')).text()).toContain('No emails were sent yet.')
  expect(await (await read('/_mail?to=a@example.test')).text()).toContain(
    'Nothing was sent to a@example.test yet.',
  )
})

test('a mail is shown in a sandbox, next to its links and code', async () => {
  await send(
    'a@example.test',
    'Code',
    '<style>p{color:#123456}</style><p>987654 <a href="http://localhost/?a=1&amp;b=2">go</a></p><script>x</script>',
  )
  const id = mailbox.list()[0]?.id
  const answer = await read(`/_mail/${id}`)
  const page = await answer.text()
  expect(page).toContain(`src="/_mail/${id}/body" sandbox="allow-popups`)
  expect(page).toContain('<code>987654</code>')
  expect(page).toContain('<a href="http://localhost/?a=1&amp;b=2">')
  expect(page).not.toContain('<script')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page).not.toMatch(/ style=| on\w+=/)

  const body = await read(`/_mail/${id}/body`)
  const text = await body.text()
  expect(text).toContain('<script>x</script>')
  expect(text).toContain('<base target="_top">')
  const policy = body.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('sandbox allow-popups')
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin/)

  expect(await (await read(`/_mail/${id}.json`)).json()).toMatchObject({ code: '987654' })
})

test('a missing mail is reported, and nothing can be written', async () => {
  expect((await read('/_mail/nothing')).status).toBe(404)
  expect((await read('/_mail/nothing/body')).status).toBe(404)
  expect((await read('/_mail/nothing', 'application/json')).status).toBe(404)
  expect((await read('/_mail/..%2f..%2fetc')).status).toBe(404)
  expect((await fetch(`${url}/_mail`, { method: 'POST' })).status).toBe(405)
  expect((await read('/_mail/style.css')).headers.get('content-type')).toContain('text/css')
})
