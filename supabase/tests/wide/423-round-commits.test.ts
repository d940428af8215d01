import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'

// The commit of a repository that is handed in: its address names it, or a job looks it up (rules/assignments#commits).
const db = useDatabase()
const { task, group, handIn, look, workOf } = assignments(db)
const SHA = '0123456789abcdef0123456789abcdef01234567'
const LONG = 'b'.repeat(64)

describe('an address', () => {
  const read = async (address: string | null) =>
    Object.values(
      (await db.owner('select * from private.repository_of($1)', [address]))[0] ?? {},
    ).join(' ')

  test.each([
    ['https://github.com/ada/tea', 'github.com ada/tea  '],
    ['HTTPS://GitHub.com/Ada/Tea.js', 'github.com Ada/Tea.js  '],
    ['https://www.github.com/ada/tea/', 'github.com ada/tea  '],
    ['https://github.com/ada/tea.git', 'github.com ada/tea  '],
    ['https://github.com/ada/tea.git///', 'github.com ada/tea  '],
    ['https://github.com/ada/.github?tab=readme-ov-file#tea', 'github.com ada/.github  '],
    ['https://github.com/ada/tea/tree/more/tea/', 'github.com ada/tea more/tea '],
    ['https://github.com/ada/tea/blob/main/a%20b.ts#L3', 'github.com ada/tea main/a%20b.ts '],
    ['https://github.com/ada/tea/commits', 'github.com ada/tea  '],
    ['https://github.com/ada/tea/commits/main', 'github.com ada/tea main '],
    ['https://github.com/ada/tea/commit/0a1b2c3', 'github.com ada/tea 0a1b2c3 '],
    [`https://github.com/ada/tea/commit/${SHA}`, `github.com ada/tea  ${SHA}`],
    [`https://github.com/ada/tea/commit/${SHA.toUpperCase()}#x`, `github.com ada/tea  ${SHA}`],
    [`https://github.com/ada/tea/tree/${SHA}/src`, `github.com ada/tea  ${SHA}`],
    [`https://github.com/ada/tea/tree/${SHA}0`, `github.com ada/tea ${SHA}0 `],
    ['https://gitlab.com/ada/tea', 'gitlab.com ada/tea  '],
    ['https://gitlab.com/a/b/c/tea.git', 'gitlab.com a/b/c/tea  '],
    ['https://gitlab.com/a/b/tea/-/tree/more/tea?ref_type=heads', 'gitlab.com a/b/tea more/tea '],
    [`https://gitlab.com/a/b/tea/-/commit/${LONG}`, `gitlab.com a/b/tea  ${LONG}`],
    ['https://bitbucket.org/ada/tea/src', 'bitbucket.org ada/tea  '],
    ['https://bitbucket.org/ada/tea/src/main/', 'bitbucket.org ada/tea main '],
    ['https://bitbucket.org/ada/tea/branch/more/tea', 'bitbucket.org ada/tea more/tea '],
    ['https://bitbucket.org/ada/tea/commits/branch/main', 'bitbucket.org ada/tea main '],
    [`https://bitbucket.org/ada/tea/commits/${SHA}`, `bitbucket.org ada/tea  ${SHA}`],
    [`https://bitbucket.org/ada/tea/src/${SHA}/a.ts`, `bitbucket.org ada/tea  ${SHA}`],
  ])('%s leads to a repository', async (address, expected) => {
    expect(await read(address)).toBe(expected)
  })

  test.each([
    null,
    '',
    'http://github.com/ada/tea',
    'ssh://git@github.com/ada/tea',
    'git@github.com:ada/tea.git',
    'github.com/ada/tea',
    'https://github.com.evil.example/ada/tea',
    'https://evil.example/github.com/ada/tea',
    'https://evil.example/https://github.com/ada/tea',
    'https://evilgithub.com/ada/tea',
    'https://gist.github.com/ada/tea',
    'https://githubXcom/ada/tea',
    'https://github.com:443/ada/tea',
    'https://github.com:22/ada/tea',
    'https://github.com./ada/tea',
    'https://user@github.com/ada/tea',
    'https://github.com@evil.example/ada/tea',
    'https://github.com\\@evil.example/ada/tea',
    'https://127.0.0.1/ada/tea',
    'https://[::1]/ada/tea',
    'https://ɡithub.com/ada/tea',
    'https://gıthub.com/ada/tea',
    'https://GİTHUB.com/ada/tea',
    'https://bitbuc\u212Aet.org/ada/tea',
    'https://github.com',
    'https://github.com/ada',
    'https://github.com//ada/tea',
    'https://github.com/ada/..',
    'https://github.com/../tea',
    'https://github.com/ada/tea%2e',
    'https://github.com/ada/tea@evil.example',
    'https://github.com/ada/tea/pull/7',
    'https://github.com/ada/tea/issues',
    'https://github.com/ada/tea/releases/tag/v1',
    'https://gitlab.com/tea',
    'https://gitlab.com/ada/tea/-/merge_requests/7',
    'https://gitlab.com/ada/-/tea',
    'https://bitbucket.org/ada/tea/pull-requests/7',
    '\nhttps://github.com/ada/tea',
    'https://github.com/ada/tea\nx',
  ])('%j leads to no repository', async (address) => {
    expect((await read(address)).trim()).toBe('')
  })
})

/** Creates a person who has handed in a repository, and a coach. */
async function handedIn(repo_url: string) {
  const work = await task({ accepts: ['TEXT', 'REPOSITORY'] })
  const [mia, coach] = [await db.person({ name: 'Mia' }), await db.person({ role: 'MODERATOR' })]
  await group(work, [mia], { staff: [coach] })
  const round = await handIn(mia, work.lesson, { text: null, repo_url })
  return { ...work, mia, coach, round }
}

const jobs = (round: { id: string }) =>
  db.owner(
    `select key, user_id, mail, due_at <= now() as due, private.due_round_commit(w) as asks
     from private.due_work w where w.subject_id = $1`,
    [round.id],
  )
const keep = (round: { id: string }, sha: string) =>
  db.owner('select public.keep_round_commit($1, $2)', [round.id, sha])
const heardBy = async (who: Person) => {
  const { rows } = await db.as(who, 'select resource from public.list_changes order by 1')
  return rows.map(({ resource }) => resource)
}

describe('a round with a repository', () => {
  test('is looked up by one job, even if the request is sent again', async () => {
    const { mia, lesson, round } = await handedIn('https://gitlab.com/a/b/tea/-/tree/main')
    expect(round).toMatchObject({ commit_sha: null, commit_url: null, commit_sought: true })
    const [row] = await db.owner(
      'select operation_id from public.submission_rounds where id = $1',
      [round.id],
    )
    await handIn(mia, lesson, { operation_id: row?.operation_id })
    expect(await jobs(round)).toEqual([
      {
        key: `round_commit:${round.id}`,
        user_id: mia.id,
        mail: true,
        due: true,
        asks: { round_id: round.id, host: 'gitlab.com', path: 'a/b/tea', branch: 'main' },
      },
    ])
  })

  test.each([
    ['https://github.com/ada/tea/commit/', 'https://github.com/ada/tea/commit/'],
    ['https://github.com/ada/tea.git/tree/', null],
    ['https://gitlab.com/a/b/tea/-/tree/', 'https://gitlab.com/a/b/tea/-/commit/'],
    ['https://bitbucket.org/ada/tea/src/', 'https://bitbucket.org/ada/tea/commits/'],
  ])('at %s with a commit has it at once, and no host is asked', async (address, page) => {
    const { round } = await handedIn(`${address}${SHA}`)
    expect(round).toMatchObject({
      commit_sha: SHA,
      commit_url: `${page ?? 'https://github.com/ada/tea/commit/'}${SHA}`,
      commit_sought: false,
    })
    expect(await jobs(round)).toEqual([])
  })

  test.each([
    'https://codeberg.org/ada/tea',
    'https://github.com.evil.example/ada/tea',
    'https://evil.example/ada/tea/commit/0123456789abcdef0123456789abcdef01234567',
    'https://github.com/ada/tea/pull/7',
    'http://169.254.169.254/ada/tea',
  ])('at %s gets no commit, and no host is asked', async (address) => {
    const { round } = await handedIn(address)
    expect(round).toMatchObject({ commit_sha: null, commit_url: null, commit_sought: false })
    expect(await jobs(round)).toEqual([])
  })

  test('that is only a link is not looked up', async () => {
    const work = await task({ accepts: ['LINK'] })
    const mia = await db.person()
    await group(work, [mia])
    const round = await handIn(mia, work.lesson, { url: 'https://github.com/ada/tea' })
    expect(await jobs(round)).toEqual([])
  })

  test('is no longer looked up once its commit is known, a newer round exists, or an hour has passed', async () => {
    const address = 'https://github.com/ada/tea'
    const asks = async (round: { id: string }) => (await jobs(round))[0]?.asks
    const pinned = await handedIn(address)
    expect(await asks(pinned.round)).not.toBeNull()
    await keep(pinned.round, SHA)
    expect(await asks(pinned.round)).toBeNull()
    const again = await handedIn(address)
    const next = await handIn(again.mia, again.lesson, { text: null, repo_url: address })
    expect(await asks(again.round)).toBeNull()
    expect(await asks(next)).not.toBeNull()
    const earlier = async (ago: string) => {
      const { mia, lesson } = await handedIn(address)
      const [row] = await db.owner(
        `with work as (update public.submissions set round = 2 where user_id = $1 and lesson_id = $2 returning id)
         insert into public.submission_rounds (submission_id, round, repo_url, submitted_at)
         select id, 2, $3, now() - $4::interval from work returning id`,
        [mia.id, lesson, address, ago],
      )
      const id = String(row?.id)
      await db.owner(`select private.enqueue_job('round_commit', $1, now(), $2)`, [id, id])
      return asks({ id })
    }
    expect(await earlier('59 minutes')).toMatchObject({ path: 'ada/tea' })
    expect(await earlier('61 minutes')).toBeNull()
  })
})

describe('a commit that was found', () => {
  test('is stored once, and shown to the owner of the work and to staff', async () => {
    const { mia, coach, lesson, round } = await handedIn('https://github.com/ada/tea')
    await keep(round, SHA)
    await keep(round, 'c'.repeat(40))
    const pinned = {
      rounds: [{ commit_sha: SHA, commit_url: `https://github.com/ada/tea/commit/${SHA}` }],
    }
    expect(await db.answer(mia, 'assignment', { lesson_id: lesson })).toMatchObject(pinned)
    const { id } = await workOf(mia, lesson)
    expect(await look(coach, String(id))).toMatchObject(pinned)
  })

  test('is stored once if workers find different commits at the same time', async () => {
    const { round } = await handedIn('https://github.com/ada/tea')
    await db.owner('delete from public.list_changes')
    await Promise.all(['a', 'b', 'c', 'd'].map((digit) => keep(round, digit.repeat(40))))
    const signals = await db.owner('select resource from public.list_changes order by 1')
    expect(signals).toEqual([{ resource: 'submission' }, { resource: 'submissions' }])
  })

  test('is signalled once to the owner of the work and to staff', async () => {
    const { mia, coach, round } = await handedIn('https://github.com/ada/tea')
    const other = await db.person()
    await db.owner('delete from public.list_changes')
    await keep(round, SHA)
    expect(await heardBy(mia)).toEqual(['submission'])
    expect(await heardBy(coach)).toEqual(['submissions'])
    expect(await heardBy(other)).toEqual([])
    await db.owner('delete from public.list_changes')
    await keep(round, SHA)
    expect(await db.owner('select from public.list_changes')).toEqual([])
  })

  test('must be a commit, of a round with a repository', async () => {
    const { round } = await handedIn('https://github.com/ada/tea')
    for (const sha of ['main', SHA.slice(1), SHA.toUpperCase(), `${SHA}\n`, '']) {
      await expect(keep(round, sha)).rejects.toThrow('submission_rounds_commit_sha_form')
    }
    const work = await task()
    const mia = await db.person()
    await group(work, [mia])
    const text = await handIn(mia, work.lesson)
    await keep(text, SHA)
    expect(await db.answer(mia, 'assignment', { lesson_id: work.lesson })).toMatchObject({
      rounds: [{ commit_sha: null }],
    })
  })

  test('is accepted only from the worker', async () => {
    const { mia, coach, round } = await handedIn('https://github.com/ada/tea')
    for (const who of [mia, coach, await db.person({ role: 'ADMIN' }), 'visitor'] as const) {
      for (const sql of [
        `select public.keep_round_commit('${round.id}', '${SHA}')`,
        `select private.due_round_commit(null)`,
        `select private.repository_of('https://github.com/ada/tea')`,
        `update public.submission_rounds set commit_sha = '${SHA}'`,
      ]) {
        expect((await db.as(who, sql)).code, sql).toBe('42501')
      }
    }
    const service = { ...mia, claims: { ...mia.claims, role: 'service_role' } }
    expect(
      (await db.call(service, 'keep_round_commit', { round_id: round.id, sha: SHA })).code,
    ).toBe(undefined)
  })

  test('appears in the due work by its assignment and person while it is looked up', async () => {
    const { mia } = await handedIn('https://github.com/ada/tea')
    const admin = await db.person({ role: 'ADMIN' })
    const { work, kinds } = (await db.answer(admin, 'due_work_list', {
      kind: 'round_commit',
      page_size: 100,
    })) as { work: { subject: string; person: { id: string } | null }[]; kinds: { kind: string }[] }
    expect(kinds).toContainEqual({
      kind: 'round_commit',
      label: 'Look up the commit of a repository',
    })
    expect(work.find(({ person }) => person?.id === mia.id)).toMatchObject({
      subject: 'Building a page',
      attempts: 0,
    })
  })
})
