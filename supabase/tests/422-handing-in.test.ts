import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { assignments, type Task } from './scenes/assignments'
import { cohorts } from './scenes/cohorts'

// Handing in: rounds do not change, drafts are available on every device of their writer, and each person sees only
// what they may (rules/assignments#rounds, #drafts, #late).
const db = useDatabase()
const { task, group, handIn, tryHandIn, review, workOf, completed } = assignments(db)
const { release, change } = cohorts(db)

/** A task with a cohort that has begun, one of its people, and a coach. */
async function scene(options: Parameters<typeof task>[0] = {}) {
  const work = await task(options)
  const [mia, coach] = [
    await db.person({ name: 'Mia' }),
    await db.person({ role: 'MODERATOR', name: 'Cora' }),
  ]
  const id = await group(work, [mia], { staff: [coach] })
  return { ...work, mia, coach, cohort: id }
}

const page = (who: Person, { lesson }: Pick<Task, 'lesson'>) =>
  db.answer(who, 'assignment', { lesson_id: lesson })

describe('a round', () => {
  test('waits for a review, and its owner sees all of it', async () => {
    const { mia, lesson } = await scene({ rubric: [{ title: 'Works', essential: true }] })
    const round = await handIn(mia, lesson, {
      text: 'Tea',
      code: JSON.stringify([{ name: 'tea.html', body: '<h1>Tea</h1>' }]),
      note: 'It took me a day.',
    })
    expect(round).toMatchObject({ round: 1, text: 'Tea', late: false, review: null })
    expect(await page(mia, { lesson })).toMatchObject({
      open: true,
      accepts: ['TEXT', 'CODE'],
      can_hand_in: true,
      rubric: [{ title: 'Works', essential: true }],
      submission: { state: 'WAITING', round: 1 },
      rounds: [
        {
          id: round.id,
          code: [{ name: 'tea.html', body: '<h1>Tea</h1>' }],
          note: 'It took me a day.',
        },
      ],
      place: { place: 1, of: 1 },
      usual: null,
    })
  })

  test('that is handed in twice under one operation id is stored once, even at the same time', async () => {
    const { mia, lesson } = await scene()
    const operation_id = randomUUID()
    const rounds = await Promise.all(
      Array.from({ length: 4 }, () => handIn(mia, lesson, { text: 'Tea', operation_id })),
    )
    expect(new Set(rounds.map(({ id }) => id)).size).toBe(1)
    expect(await handIn(mia, lesson, { text: 'Other', operation_id })).toMatchObject({
      text: 'Tea',
    })
    expect(await workOf(mia, lesson)).toMatchObject({ round: 1 })
    const other = await scene()
    await db.entitle(mia, other.course.id)
    expect(await tryHandIn(mia, other.lesson, { operation_id })).toMatchObject({ code: 'PT409' })
  })

  test('is stored even if others are handed in at the same time', async () => {
    const { mia, lesson } = await scene()
    await Promise.all(
      Array.from({ length: 4 }, (_, i) => handIn(mia, lesson, { text: `Tea ${i}` })),
    )
    const rounds = await db.owner(
      `select r.round from public.submission_rounds r join public.submissions s on s.id = r.submission_id
       where s.user_id = $1 order by 1`,
      [mia.id],
    )
    expect(rounds.map((row) => row.round)).toEqual([1, 2, 3, 4])
    expect(await workOf(mia, lesson)).toMatchObject({ round: 4, state: 'WAITING' })
  })

  test('cannot be changed, not even by the owner of the schema', async () => {
    const { mia, lesson } = await scene()
    const round = await handIn(mia, lesson)
    for (const set of [`text = 'Better'`, 'round = 7', 'submitted_at = now()', 'late = true']) {
      await expect(
        db.owner(`update public.submission_rounds set ${set} where id = $1`, [round.id]),
      ).rejects.toThrow('not changed any more')
    }
    const pin = (sha: string) =>
      db.owner('update public.submission_rounds set commit_sha = $2 where id = $1', [round.id, sha])
    await pin('a'.repeat(40))
    await expect(pin('b'.repeat(40))).rejects.toThrow('not changed any more')
    for (const [table, column] of [
      ['submissions', 'state'],
      ['submission_rounds', 'text'],
      ['submission_drafts', 'body'],
      ['reviews', 'verdict'],
    ]) {
      const change = `update public.${table} set ${column} = null`
      expect((await db.as(mia, change)).code, table).toBe('42501')
      expect((await db.as(mia, `insert into public.${table} default values`)).code).toBe('42501')
      expect((await db.as(mia, `delete from public.${table}`)).code).toBe('42501')
    }
  })

  test('has only what the assignment accepts, and is not empty', async () => {
    const { mia, lesson } = await scene()
    const refused = async (work: object) => (await tryHandIn(mia, lesson, work)).message
    expect(await refused({ text: ' ' })).toBe('There is nothing to hand in yet.')
    expect(await refused({ url: 'https://example.org/tea' })).toBe('This assignment takes no link.')
    expect(await refused({ text: 'x'.repeat(50_001) })).toBe(
      'Text must be less than 50,000 characters',
    )
    expect(await refused({ code: '[{"name": "a"}]' })).toContain('Code is at most 20 files')
    const links = await scene({ accepts: ['LINK', 'REPOSITORY'] })
    const bad = await tryHandIn(links.mia, links.lesson, { url: 'javascript:alert(1)' })
    expect(bad).toMatchObject({ code: 'PT422', message: 'Please enter a valid URL' })
    expect(await handIn(links.mia, links.lesson, { url: 'https://example.org/tea' })).toMatchObject(
      {
        url: 'https://example.org/tea',
        commit_sha: null,
      },
    )
  })

  test('needs access to the course and an open lesson', async () => {
    const { mia, lesson, cohort, coach } = await scene()
    const [stranger, admin] = [await db.person(), await db.person({ role: 'ADMIN' })]
    for (const who of [stranger, coach, admin]) {
      expect(await tryHandIn(who, lesson)).toMatchObject({ code: 'PT404' })
    }
    await release(cohort, lesson, 90)
    expect(await tryHandIn(mia, lesson)).toMatchObject({
      code: 'PT403',
      message: 'It is not open yet.',
    })
    expect((await db.call(mia, 'assignment', { lesson_id: lesson })).code).toBe('PT404')
    await db.owner('delete from public.releases where lesson_id = $1', [lesson])
    await handIn(mia, lesson)
    await change(cohort, mia, `state = 'LEFT'`)
    expect((await tryHandIn(mia, lesson)).code).toBe('PT404')
    // People can still read their own work.
    expect(await page(mia, { lesson })).toMatchObject({
      open: false,
      rounds: [{ round: 1 }],
      rubric: [],
    })
    expect((await db.call(stranger, 'assignment', { lesson_id: lesson })).code).toBe('PT404')
  })

  test('that was made offline while access was open is accepted for a week', async () => {
    const { mia, lesson, course } = await scene()
    await db.owner('delete from public.cohort_members where user_id = $1', [mia.id])
    await db.owner(
      `insert into public.entitlements (user_id, course_id, created_at, expires_at) values ($1, $2, now() - interval '9 days', now() - interval '1 day')`,
      [mia.id, course.id],
    )
    const made = async (ago: string) => {
      const [row] = await db.owner('select now() - $1::interval as at', [ago])
      return tryHandIn(mia, lesson, { made_at: row?.at })
    }
    expect((await made('1 hour')).code).toBe('PT403')
    expect((await made('8 days')).code).toBe('PT403')
    expect((await made('2 days')).rows[0]?.answer).toMatchObject({ round: 1, late: false })
  })

  test('can be handed in at most thirty times an hour', async () => {
    const { mia, lesson } = await scene()
    await handIn(mia, lesson)
    await db.owner(
      `insert into public.submission_rounds (submission_id, round, text)
       select s.id, n, 'x' from public.submissions s, generate_series(2, 30) n where s.user_id = $1`,
      [mia.id],
    )
    expect(await tryHandIn(mia, lesson)).toMatchObject({ code: 'PT429' })
  })

  test('is refused once the work has passed', async () => {
    const { mia, coach, lesson } = await scene()
    await review(coach, (await handIn(mia, lesson)).id)
    expect(await tryHandIn(mia, lesson)).toMatchObject({ code: 'PT409' })
    expect(await page(mia, { lesson })).toMatchObject({ can_hand_in: false })
  })
})

describe('the work of a person', () => {
  test('staff read the assignment only with a second factor while the setting requires one', async () => {
    const { lesson } = await scene({ rubric: [{ title: 'Works' }] })
    const admin = await db.person({ role: 'ADMIN' })
    const read = async (who: Person) =>
      (await db.call(who, 'assignment', { lesson_id: lesson })).code
    expect(await read(admin)).toBeUndefined()
    await db.withSettings({ enable_two_factor: true }, async () => {
      expect(await read(admin)).toBe('PT404')
      expect(await read(await db.signedIn(admin, 'aal2'))).toBeUndefined()
    })
  })

  test('staff of a cohort read it before it opens only with a second factor while the setting requires one', async () => {
    const { lesson, cohort, coach } = await scene({ rubric: [{ title: 'Works' }] })
    await db.owner('insert into public.releases (cohort_id, lesson_id, day) values ($1, $2, 30)', [
      cohort,
      lesson,
    ])
    const read = async (who: Person) =>
      (await db.call(who, 'assignment', { lesson_id: lesson })).code
    await db.withSettings(
      { enable_two_factor: true, moderators_see_everybody: false },
      async () => {
        expect(await read(coach)).toBe('PT404')
        expect(await read(await db.signedIn(coach, 'aal2'))).toBeUndefined()
      },
    )
  })

  test('cannot be read by other people from tables or functions', async () => {
    const { mia, coach, lesson, cohort } = await scene()
    const [admin, mate] = [await db.person({ role: 'ADMIN' }), await db.person()]
    await db.owner('insert into public.cohort_members (cohort_id, user_id) values ($1, $2)', [
      cohort,
      mate.id,
    ])
    const round = await handIn(mia, lesson)
    await db.answer(mia, 'save_work_draft', {
      lesson_id: lesson,
      body: '{"text": "More"}',
      revision: randomUUID(),
    })
    await db.answer(coach, 'save_review_draft', { round_id: round.id, body: '{"comment": "Hm"}' })
    for (const who of [mate, coach, admin]) {
      for (const table of ['submissions', 'submission_rounds', 'submission_drafts']) {
        expect((await db.as(who, `select * from public.${table}`)).rows, table).toEqual([])
      }
      for (const table of ['review_claims', 'review_drafts']) {
        const { rows } = await db.as(who, `select reviewer_id from public.${table}`)
        expect(rows, table).toEqual(who === coach ? [{ reviewer_id: coach.id }] : [])
      }
    }
    const mine = (await db.as(mia, 'select round from public.submission_rounds')).rows
    expect(mine).toEqual([{ round: 1 }])
  })

  test('has reviews, which its owner can read until they are withdrawn', async () => {
    const { mia, coach, lesson } = await scene()
    const mate = await db.person()
    const { id } = await review(coach, (await handIn(mia, lesson)).id, {
      verdict: 'AGAIN',
      comment: 'Nearly.',
      remarks: JSON.stringify([{ path: null, line_from: 1, body: 'Which tea?' }]),
    })
    const seen = async (who: Person) => [
      (await db.as(who, 'select comment from public.reviews where id = $1', [id])).rows,
      (await db.as(who, 'select body from public.review_remarks where review_id = $1', [id])).rows,
    ]
    expect(await seen(mia)).toEqual([[{ comment: 'Nearly.' }], [{ body: 'Which tea?' }]])
    expect(await seen(mate)).toEqual([[], []])
    await db.answer(coach, 'withdraw_review', { review_id: id })
    expect(await seen(mia)).toEqual([[], []])
  })
})

describe('the completion', () => {
  test('is added when the work passes, but not by the button, a late completion or watching', async () => {
    const { mia, coach, lesson } = await scene()
    const round = await handIn(mia, lesson)
    const insert = 'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)'
    expect((await db.as(mia, insert, [mia.id, lesson])).code).toBe('42501')
    expect((await db.call(mia, 'complete_late', { lesson_id: lesson, age_sec: 10 })).code).toBe(
      'PT403',
    )
    await db.owner(
      `update public.lessons set video_provider = 'YOUTUBE', video_asset_id = 'aqz-KE-bpKQ', duration_sec = 10 where id = $1`,
      [lesson],
    )
    expect(
      await db.answer(mia, 'record_progress', {
        lesson_id: lesson,
        position_sec: 10,
        duration_sec: 10,
        ranges: '{[0,10)}',
      }),
    ).toEqual({ completed: false })
    await review(coach, round.id)
    expect(await completed(mia, lesson)).toBe(true)
    const take = 'delete from public.lesson_completions where lesson_id = $1 returning lesson_id'
    expect((await db.as(mia, take, [lesson])).rows).toEqual([])
    expect(await completed(mia, lesson)).toBe(true)
  })
})

describe('a draft', () => {
  const save = (who: Person, lesson: string, text: string, more: object = {}) =>
    db.answer(who, 'save_work_draft', {
      lesson_id: lesson,
      body: JSON.stringify({ text }),
      revision: randomUUID(),
      ...more,
    }) as Promise<{
      revision: string
      kept: { body: { text: string }; revision: string }[]
      body?: object
      handed_in: boolean
    }>

  test('is available on every device of its writer; of two texts, the later one is the draft, and the other is kept', async () => {
    const { mia, lesson } = await scene()
    const first = await save(mia, lesson, 'Tea')
    await save(mia, lesson, 'Tea, green', { based_on: [first.revision] })
    expect(await page(mia, { lesson })).toMatchObject({
      draft: { body: { text: 'Tea, green' }, kept: [] },
    })
    const later = await save(mia, lesson, 'Coffee', { based_on: [first.revision] })
    expect(later.kept).toMatchObject([{ body: { text: 'Tea, green' } }])
    const older = await save(mia, lesson, 'Water', { based_on: [first.revision], age_sec: 600 })
    expect(older).toMatchObject({
      revision: later.revision,
      body: { text: 'Coffee' },
      kept: [{ body: { text: 'Water' } }, { body: { text: 'Tea, green' } }],
    })
    const dropped = await save(mia, lesson, 'Coffee, black', {
      based_on: [later.revision],
      drop_kept: older.kept.map(({ revision }) => revision),
    })
    expect(dropped.kept).toEqual([])
  })

  test('is deleted when it is handed in, and is not stored again', async () => {
    const { mia, lesson } = await scene()
    const { revision } = await save(mia, lesson, 'Tea')
    await handIn(mia, lesson, { draft_revision: revision })
    expect(await page(mia, { lesson })).toMatchObject({ draft: null })
    expect(await save(mia, lesson, 'Tea', { revision })).toMatchObject({ handed_in: true })
    expect(await page(mia, { lesson })).toMatchObject({ draft: null })
    await save(mia, lesson, 'What I wrote meanwhile')
    await handIn(mia, lesson, { draft_revision: revision })
    expect(await page(mia, { lesson })).toMatchObject({
      draft: { body: { text: 'What I wrote meanwhile' } },
    })
  })

  test('can be written only by its owner', async () => {
    const { mia, lesson } = await scene()
    const other = await db.person()
    const args = { lesson_id: lesson, body: '{}', revision: randomUUID() }
    expect((await db.call(other, 'save_work_draft', args)).code).toBe('PT404')
    expect((await db.call(mia, 'save_work_draft', { ...args, as_user: other.id })).code).toBe(
      '42501',
    )
    expect((await db.call('visitor', 'save_work_draft', args)).code).toBe('42501')
  })

  test('is signalled to open pages of its writer', async () => {
    const { mia, lesson } = await scene()
    await db.owner('delete from public.list_changes')
    await save(mia, lesson, 'One')
    expect(await db.owner('select resource, user_id from public.list_changes')).toEqual([
      { resource: 'draft', user_id: mia.id },
    ])
  })
})
