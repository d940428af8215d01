import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import type { Mail } from '../../../functions/_shared/mail-content.ts'
import { type Deliver, Refused } from '../../../functions/_shared/mailer.ts'
import { smtpMailer } from '../../../functions/_shared/smtp.ts'
import { tick } from '../../../functions/tick/tick.ts'
import { useDueMails } from '../testing/due-mails'

// Tests due mails with workers that are slow, are killed or meet a faulty server (rules/due-work#mails).
const { owner, removals, place, due, later, work, worker } = useDueMails()

/** A mailer for tests in which no mail may leave. */
const sendNothing: Deliver = ({ to }) => Promise.reject(new Error(`A mail left to ${to}.`))

describe('a due mail', () => {
  it('is sent once, in HTML and in plain text, with an id from its key', async () => {
    const [to] = await due()
    const sent: Mail[] = []
    const deliver = async (mail: Mail) => void sent.push(mail)
    expect(await worker(deliver)).toBe(1)
    expect(await worker(deliver)).toBe(0)
    expect(sent).toMatchObject([
      {
        to,
        subject: 'An invite ends soon',
        html: expect.stringContaining('late@example.test has not accepted'),
        text: expect.stringContaining(
          'Open invites:\nhttps://rookies.example/moderator/members?view=invites',
        ),
        messageId: expect.stringMatching(/^<[0-9a-f]{40}@rookies\.example>$/),
      },
    ])
    expect(await work()).toEqual([{ outcome: 'DONE', attempts: 1, error: null }])
  })

  it('is sent to each person once by three slow workers', async () => {
    const people = await due(90)
    const sent: string[] = []
    const deliver = async ({ to }: Mail) => {
      await new Promise((resolve) => setTimeout(resolve, 3))
      sent.push(to)
    }
    const turn = async () => {
      while ((await worker(deliver)) > 0);
    }
    await Promise.all([turn(), turn(), turn()])
    expect(sent.sort()).toEqual(people)
  })

  it('is sent again with the same id if the worker ends after the server’s answer', async () => {
    await due()
    const sent: string[] = []
    const deliver = async ({ messageId }: Mail) => void sent.push(messageId)
    const dies = async (mail: Mail) => {
      await deliver(mail)
      await owner.query('alter function public.settle_due_mail rename to away')
    }
    await expect(worker(dies)).rejects.toThrow()
    await owner.query('alter function public.away rename to settle_due_mail')
    // Another worker has claimed the mail, which locks it for ten minutes.
    expect(await worker(deliver)).toBe(0)
    await later()
    expect(await worker(deliver)).toBe(1)
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(1)
    expect(await work()).toEqual([{ outcome: 'DONE', attempts: 2, error: null }])
  })

  it('is given up if its worker never comes back', async () => {
    await due()
    await owner.query('update private.due_work set attempts = 60, first_tried_at = now()')
    await worker(sendNothing)
    expect(await work()).toMatchObject([
      { outcome: 'FAILED', error: 'The program that sends it stopped every time.' },
    ])
  })

  it('is obsolete once the invite is accepted or the account disabled', async () => {
    await due()
    await owner.query('update public.invites set redeemed_at = now()')
    await worker(sendNothing)
    expect(await work()).toMatchObject([{ outcome: 'DROPPED' }])
    await due()
    await owner.query('update public.profiles set disabled_at = now()')
    await worker(sendNothing)
    expect(await work()).toMatchObject([{ outcome: 'DROPPED' }])
  })

  it('that has no template stays in the queue with an error and is retried', async () => {
    await due()
    await owner.query(
      `insert into private.due_kinds (kind, label, mail) values ('new_mail', 'New', true)`,
    )
    await owner.query(
      `create function private.due_new_mail(work private.due_work) returns jsonb language sql as $$ select '{"to": "a@b.test"}'::jsonb $$`,
    )
    await owner.query(`update private.due_work set kind = 'new_mail'`)
    await worker(async () => {})
    expect(await work()).toMatchObject([
      { outcome: null, error: expect.stringContaining('deploy the functions again') },
    ])
  })

  it('is left to the next worker by one that ends', async () => {
    await due(3)
    const closing = new AbortController()
    const deliver = async () => closing.abort()
    await expect(worker(deliver, { signal: closing.signal })).rejects.toThrow()
    expect(await work()).toMatchObject(
      expect.arrayContaining([
        { outcome: 'DONE', attempts: 1, error: null },
        { outcome: null, attempts: 1, error: null },
      ]),
    )
  })
})

describe('an invite that no page has sent', () => {
  /** Creates an invite by a moderator, with its mail due at once. */
  async function invited(): Promise<{ id: string; sender: string; token: string }> {
    const sender = randomUUID()
    await owner.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1::uuid, $1::uuid || '@example.test', now(), '{"name": "Grace"}')`,
      [sender],
    )
    await owner.query(`update public.profiles set role = 'MODERATOR' where id = $1`, [sender])
    const { rows } = await owner.query(
      `insert into public.invites (email, invited_by_id) values (gen_random_uuid() || '@example.test', $1) returning id, token`,
      [sender],
    )
    return { ...rows[0], sender }
  }
  const minutesLater = () =>
    owner.query(`update private.due_work set due_at = now() where kind = 'invite_mail'`)
  const sent: Mail[] = []
  const turn = () => worker(async (mail) => void sent.push(mail))
  beforeEach(() => {
    sent.length = 0
  })

  it('is mailed automatically after two minutes, once', async () => {
    const { token } = await invited()
    await turn()
    expect(sent).toEqual([])
    await minutesLater()
    await turn()
    await turn()
    expect(sent).toMatchObject([
      {
        subject: 'Grace invites you to Rookies',
        text: expect.stringContaining(`https://rookies.example/invite/${token}`),
      },
    ])
  })

  it('contains the name and the colour from the settings', async () => {
    await invited()
    await minutesLater()
    await owner.query(
      `update public.settings set site_name = 'Harbour', accent = 'violet', contact_email = 'help@harbour.example'`,
    )
    await turn()
    await owner.query(
      `update public.settings set site_name = default, accent = default, contact_email = default`,
    )
    expect(sent).toMatchObject([
      {
        subject: 'Grace invites you to Harbour',
        school: 'Harbour',
        replyTo: 'help@harbour.example',
        html: expect.stringContaining('color: #6246a8'),
      },
    ])
  })

  it('is not mailed once it is cancelled, or its sender may not invite', async () => {
    const { id } = await invited()
    await minutesLater()
    await owner.query('update public.invites set cancelled_at = now() where id = $1', [id])
    await turn()
    const { sender } = await invited()
    await minutesLater()
    await owner.query(`update public.profiles set role = 'MEMBER' where id = $1`, [sender])
    await turn()
    expect(sent).toEqual([])
    expect(await work()).toMatchObject([{ outcome: 'DROPPED' }, { outcome: 'DROPPED' }])
  })

  it('that is sent again by its sender gets one more mail', async () => {
    const { id } = await invited()
    await owner.query(
      `update public.invites set expires_at = expires_at + interval '1 hour' where id = $1`,
      [id],
    )
    await minutesLater()
    await turn()
    expect(sent).toHaveLength(1)
    await owner.query(
      `update public.invites set expires_at = expires_at + interval '1 hour' where id = $1`,
      [id],
    )
    await owner.query(`update private.invite_mails set sent_at = sent_at - interval '2 minutes'`)
    await minutesLater()
    await turn()
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2)
  })

  it('waits for its sender’s limit without counting an attempt', async () => {
    const { id, sender } = await invited()
    await owner.query(
      `insert into private.invite_mails (sender_id, invite_id, sent_at)
       select $1, $2, now() - interval '59 minutes' from generate_series(1, 2000)`,
      [sender, id],
    )
    await minutesLater()
    await turn()
    expect(sent).toEqual([])
    const { rows } = await owner.query(
      `select attempts, extract(epoch from locked_until - now())::int as wait from private.due_work where kind = 'invite_mail'`,
    )
    expect(rows[0].attempts).toBe(0)
    expect(rows[0].wait).toBeGreaterThan(30)
    expect(rows[0].wait).toBeLessThanOrEqual(60)
  })
})

describe('an SMTP server', () => {
  let server: SMTPServer
  const received: string[] = []

  async function serve(options: SMTPServerOptions, patienceMs = 10_000): Promise<Deliver> {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const chunks: Uint8Array[] = []
        stream.on('data', (chunk) => chunks.push(chunk))
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString())
          done()
        })
      },
      ...options,
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    return smtpMailer({
      url: `smtp://127.0.0.1:${port}`,
      from: 'Rookies <hello@rookies.example>',
      patienceMs,
    })
  }
  async function close() {
    for (const connection of server.connections) connection.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  afterEach(async () => {
    received.length = 0
    await close()
  })

  const answering = (code: number) => ({
    onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
      done(Object.assign(new Error('not here'), { responseCode: code })),
  })

  it('gets both forms of a mail, its sender and its id', async () => {
    const [to] = await due()
    await worker(await serve({}))
    expect(await work()).toMatchObject([{ outcome: 'DONE' }])
    const [mail = ''] = received
    expect(mail).toContain('From: Rookies <hello@rookies.example>')
    expect(mail).toContain(`To: ${to}`)
    expect(mail).toMatch(/Message-ID: <[0-9a-f]{40}@rookies\.example>/i)
    expect(mail).toContain('Content-Type: multipart/alternative')
    expect(mail).toContain('text/plain')
    expect(mail).toContain('text/html')
  })

  test.each([
    [450, 1, null],
    [550, 1, 'FAILED'],
  ])(
    'that refuses with %i is tried again only if that may help',
    async (code, attempts, outcome) => {
      await due()
      await worker(await serve(answering(code)))
      const [row] = await work()
      expect(row).toMatchObject({ outcome, attempts })
      expect(row.error).toContain(String(code))
    },
  )

  it('that refuses the password is tried again, because a person can correct it', async () => {
    await due()
    await worker(
      await serve({
        authOptional: false,
        onAuth: (_auth, _session, done) => done(new Error('no')),
      }),
    )
    expect(await work()).toMatchObject([{ outcome: null, attempts: 1 }])
  })

  it('that hangs, or answers each line slowly, does not block others for long', async () => {
    const late = (_: unknown, __: unknown, done: () => void) => void setTimeout(done, 250)
    for (const options of [{ onRcptTo: () => {} }, { onMailFrom: late, onRcptTo: late }]) {
      await due(2)
      expect(await worker(await serve(options, 400))).toBe(2)
      expect(await work()).toMatchObject([
        { outcome: null, attempts: 1, error: expect.any(String) },
        { outcome: null, attempts: 1, error: expect.any(String) },
      ])
      await close()
      await owner.query('delete from private.due_work')
    }
  })

  it('that is down is tried again for a day, and then the mail is given up', async () => {
    await due()
    const deliver = await serve({})
    await close()
    await worker(deliver)
    expect(await work()).toMatchObject([
      { outcome: null, error: expect.stringContaining('ECONNREFUSED') },
    ])
    await later()
    await owner.query(`update private.due_work set first_tried_at = now() - interval '25 hours'`)
    await worker(deliver)
    expect(await work()).toMatchObject([{ outcome: 'FAILED', attempts: 2 }])
  })
})

describe('the function tick', () => {
  const turn = (given: string, options: { secret?: string; deliver?: Deliver | null } = {}) =>
    tick(given, { ...place(), secret: 'a secret', deliver: async () => {}, ...options })

  it('sends all due mails for a caller with the secret', async () => {
    await due(25)
    expect(await turn('Bearer a secret')).toEqual({ status: 200, body: { taken: 25 } })
    expect((await work()).every(({ outcome }) => outcome === 'DONE')).toBe(true)
  })

  it('does nothing for other callers, or without its settings', async () => {
    await due()
    for (const [given, options, code] of [
      ['Bearer another', {}, 'FORBIDDEN'],
      ['', {}, 'FORBIDDEN'],
      ['Bearer ', { secret: '' }, 'NO_SECRET'],
      ['Bearer a secret', { deliver: null }, 'NO_MAILER'],
    ] as const) {
      expect((await turn(given, options)).body.code).toBe(code)
    }
    expect(await work()).toMatchObject([{ outcome: null, attempts: 0 }])
  })

  it('removes files without a mailer too, and leaves the mails for later', async () => {
    await due(12)
    const path = `${randomUUID()}/a.png`
    await owner.query('select private.enqueue_file_removal($1, now())', [`lesson-files/${path}`])
    expect((await turn('Bearer a secret', { deliver: null })).body.code).toBe('NO_MAILER')
    expect(removals).toEqual([`/storage/object/lesson-files {"prefixes":["${path}"]}`])
    const left = (await work()).filter(({ outcome }) => outcome === null)
    expect(left).toHaveLength(12)
    expect(left.every(({ attempts }) => attempts === 0)).toBe(true)
  })
})

test('gives up a mail that the provider refuses for good', async () => {
  await due()
  await worker(async () => {
    throw new Refused('422')
  })
  expect(await work()).toMatchObject([{ outcome: 'FAILED', error: '422' }])
})
