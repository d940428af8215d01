import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Deliver } from '../../../functions/_shared/mailer.ts'
import { useDueMails } from '../testing/due-mails'
import { pktLine, refList } from '../testing/ref-list'

// Tests due jobs that another service of the project does (rules/due-work#kinds).
const { owner, removals, storage, confirmations, auth, hosts, later, work, worker } = useDueMails()

const sendNothing: Deliver = ({ to }) => Promise.reject(new Error(`A mail left to ${to}.`))

test('storage removes a file, is asked again after a failure, and keeps a file that is used again', async () => {
  const path = `${randomUUID()}/a.png`
  await owner.query('select private.enqueue_file_removal($1, now())', [`lesson-files/${path}`])
  const turn = () => worker(sendNothing)
  storage.answers = 503
  await turn()
  expect(await work()).toMatchObject([{ outcome: null, error: 'Storage answered 503' }])
  await later()
  storage.answers = 200
  await turn()
  expect(await work()).toMatchObject([{ outcome: 'DONE', attempts: 2 }])
  const asked = `/storage/object/lesson-files {"prefixes":["${path}"]}`
  expect(removals).toEqual([asked, asked])

  await owner.query('delete from private.due_work')
  const cover = `covers/${randomUUID()}/a.webp`
  await owner.query('select private.enqueue_file_removal($1, now())', [cover])
  await owner.query(
    `insert into public.courses (title, slug, thumbnail_url) values ('Tea', 'tea-cover', $1)`,
    [cover],
  )
  await turn()
  expect(await work()).toMatchObject([{ outcome: 'DROPPED' }])
  expect(removals).toHaveLength(2)
})

test('Auth confirms an email that was set without a mail, and is asked until it accepts', async () => {
  const [id, first] = [randomUUID(), `${randomUUID()}@example.test`]
  await owner.query(
    'insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())',
    [id, first],
  )
  const set = (email: string) =>
    owner.query('update auth.users set email = $2 where id = $1', [id, email])
  const turn = () => worker(sendNothing)
  await set('second@example.test')
  auth.answers = 429
  await turn()
  expect(await work()).toMatchObject([{ outcome: null, error: 'The auth service answered 429' }])
  await later()
  auth.answers = 200
  await turn()
  expect(await work()).toMatchObject([{ outcome: 'DONE', attempts: 2 }])
  const asked = `/auth/resend?redirect_to=https%3A%2F%2Frookies.example%2Flogin {"type":"signup","email":"second@example.test"}`
  expect(confirmations).toEqual([asked, asked])

  await owner.query('delete from private.due_work')
  await set('third@example.test')
  await set('fourth@example.test')
  await owner.query('update auth.users set email_confirmed_at = now() where id = $1', [id])
  await turn()
  expect(await work()).toMatchObject([{ outcome: 'DROPPED' }, { outcome: 'DROPPED' }])
  expect(confirmations).toHaveLength(2)
})

describe('the commit of a repository that was handed in', () => {
  const [MAIN, TEA] = ['a'.repeat(40), 'b'.repeat(40)]
  const LIST = refList([
    ['HEAD', MAIN],
    ['refs/heads/main', MAIN],
    ['refs/heads/tea', TEA],
  ])
  const TYPE = { 'content-type': 'application/x-git-upload-pack-advertisement' }
  const [person, lesson] = [randomUUID(), randomUUID()]
  const turn = () => worker(sendNothing)

  beforeAll(async () => {
    await owner.query('insert into auth.users (id, email) values ($1, $2)', [
      person,
      `${person}@example.test`,
    ])
    await owner.query(
      `with course as (insert into public.courses (title, slug) values ('Tea', 'tea-commits') returning id),
         module as (insert into public.modules (course_id, title, index) select id, 'Tea', 0 from course returning id)
       insert into public.lessons (id, module_id, title, index, content_type) select $1, id, 'Tea', 0, 'ASSIGNMENT' from module`,
      [lesson],
    )
  })

  /** Stores a round with a repository that was handed in this long ago, with the job that looks up its commit. */
  async function handedIn(repository: string, ago = '0 minutes'): Promise<string> {
    const id = randomUUID()
    await owner.query('delete from private.due_work')
    await owner.query('delete from public.submissions where user_id = $1', [person])
    await owner.query(
      `with work as (insert into public.submissions (lesson_id, user_id) values ($2, $3) returning id)
       insert into public.submission_rounds (id, submission_id, round, repo_url, submitted_at)
       select $1, id, 1, $4, now() - $5::interval from work`,
      [id, lesson, person, repository, ago],
    )
    await owner.query(`select private.enqueue_job('round_commit', $1::text, now(), $1::uuid)`, [id])
    return id
  }
  async function commitOf(round: string): Promise<unknown> {
    const { rows } = await owner.query(
      'select commit_sha from public.submission_rounds where id = $1',
      [round],
    )
    return rows[0]?.commit_sha
  }
  /** Replaces the five seconds that a host may take. */
  function patience(signal: AbortSignal): void {
    const after = AbortSignal.timeout.bind(AbortSignal)
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 5_000 ? signal : after(ms)))
    onTestFinished(() => timeout.mockRestore())
  }
  const answer = (response: ServerResponse, body: string | Uint8Array = LIST) =>
    response.writeHead(200, TYPE).end(body)

  test.each([
    ['https://github.com/ada/tea', 'github.com/ada/tea', MAIN],
    ['https://github.com/ada/tea/tree/tea/src', 'github.com/ada/tea', TEA],
    ['https://gitlab.com/a/b/tea/-/tree/t%65a?ref_type=heads', 'gitlab.com/a/b/tea', TEA],
    ['https://bitbucket.org/ada/tea.git/', 'bitbucket.org/ada/tea', MAIN],
  ])('of %s is asked of its host and kept', async (repository, asked, sha) => {
    const round = await handedIn(repository)
    hosts.answers = answer
    await turn()
    expect(await commitOf(round)).toBe(sha)
    expect(await work()).toMatchObject([{ outcome: 'DONE', attempts: 1 }])
    expect(hosts.asked).toEqual([`GET https://${asked}.git/info/refs?service=git-upload-pack`])
    const [headers] = hosts.headers
    expect(headers).toMatchObject({ 'user-agent': 'git/Rookies (+https://rookies.example)' })
    for (const secret of ['authorization', 'apikey', 'cookie']) {
      expect(headers).not.toHaveProperty(secret)
    }
  })

  test('is looked up without a mailer, too', async () => {
    const round = await handedIn('https://github.com/ada/tea')
    hosts.answers = answer
    await worker(sendNothing, { deliver: null })
    expect(await commitOf(round)).toBe(MAIN)
  })

  test.each([
    ['asks for a sign-in', 401],
    ['closes it', 403],
    ['does not know it', 404],
  ])('is given up at once if the host %s', async (_, status) => {
    const round = await handedIn('https://github.com/ada/tea')
    hosts.answers = (response) => response.writeHead(status, TYPE).end(LIST)
    await turn()
    expect(await work()).toMatchObject([{ outcome: 'DONE', attempts: 1, error: null }])
    expect(await commitOf(round)).toBeNull()
  })

  test('is given up at once if the host redirects, and the redirect is not followed', async () => {
    const round = await handedIn('https://github.com/ada/tea')
    hosts.answers = (response) =>
      response.writeHead(301, { ...TYPE, location: '/hosts/github.com/eve/tea' }).end(LIST)
    await turn()
    expect(hosts.asked).toHaveLength(1)
    expect(await work()).toMatchObject([{ outcome: 'DONE' }])
    expect(await commitOf(round)).toBeNull()
  })

  test.each(['text/plain', 'text/html; charset=utf-8', `${TYPE['content-type']}; a=b`, ''])(
    'is given up at once if the answer is of the type %j',
    async (type) => {
      const round = await handedIn('https://github.com/ada/tea')
      hosts.answers = (response) => response.writeHead(200, { 'content-type': type }).end(LIST)
      await turn()
      expect(await work()).toMatchObject([{ outcome: 'DONE' }])
      expect(await commitOf(round)).toBeNull()
    },
  )

  test('is found in the first 64 kB of an endless answer, and no more is read', async () => {
    const round = await handedIn('https://github.com/ada/tea')
    patience(new AbortController().signal)
    let [sent, ended] = [0, Promise.resolve()]
    hosts.answers = (response) => {
      ended = new Promise((resolve) => response.on('close', resolve))
      response.writeHead(200, TYPE).write(LIST.slice(0, -4))
      const more = () => {
        const first = sent++ * 1000
        const lines = Array.from({ length: 1000 }, (_, n) =>
          pktLine(`${TEA} refs/pull/${first + n}/head\n`),
        )
        if (response.write(lines.join(''))) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    }
    await turn()
    expect(await commitOf(round)).toBe(MAIN)
    await ended
    // The buffers of two sockets limit how much the host can send.
    expect(sent).toBeLessThan(1000)
  })

  test('of a branch that is not in the first 64 kB of the answer is not guessed', async () => {
    const round = await handedIn('https://github.com/ada/tea/tree/zebra')
    hosts.answers = (response) => {
      const branches = Array.from({ length: 2000 }, (_, n) => [`refs/heads/b${n}`, TEA] as const)
      return answer(response, refList([['HEAD', MAIN], ...branches, ['refs/heads/zebra', TEA]]))
    }
    await turn()
    expect(await work()).toMatchObject([{ outcome: 'DONE' }])
    expect(await commitOf(round)).toBeNull()
  })

  test('is asked for again while the host does not answer, for an hour', async () => {
    const round = await handedIn('https://github.com/ada/tea')
    hosts.answers = (response) => response.destroy()
    await turn()
    expect(await work()).toMatchObject([{ outcome: null, attempts: 1, error: 'fetch failed' }])
    for (const status of [500, 503, 429]) {
      hosts.answers = (response) => response.writeHead(status).end()
      await later()
      await turn()
      expect(await work()).toMatchObject([
        { outcome: null, error: `github.com answered ${status}` },
      ])
    }
    hosts.answers = answer
    await later()
    await turn()
    expect(await work()).toMatchObject([{ outcome: 'DONE', attempts: 5 }])
    expect(await commitOf(round)).toBe(MAIN)

    hosts.asked.length = 0
    await handedIn('https://github.com/ada/tea', '61 minutes')
    await turn()
    expect(await work()).toMatchObject([{ outcome: 'DROPPED' }])
    expect(hosts.asked).toEqual([])
  })

  test('is asked for again if the host takes longer than five seconds', async () => {
    const round = await handedIn('https://github.com/ada/tea')
    hosts.answers = () => {}
    patience(AbortSignal.abort(Error('too slow')))
    await turn()
    expect(await work()).toMatchObject([{ outcome: null, error: 'too slow' }])
    expect(await commitOf(round)).toBeNull()
  })
})
