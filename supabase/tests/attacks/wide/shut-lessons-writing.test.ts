import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { cohorts } from '../../scenes/cohorts'
import { closedLesson } from '../../scenes/shut-lesson'
import { codeOf, rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'

// People of a cohort cannot write about a lesson that its schedule has not opened, or open the lesson themselves
// (rules/cohorts#schedule).
const db = useDatabase()
const { cohort, join } = cohorts(db)
let scene: Awaited<ReturnType<typeof closedLesson>>

beforeAll(async () => {
  scene = await closedLesson(db)
})

describe('nothing can be written about a closed lesson', () => {
  const ended = async () =>
    db.owner(
      `select (select count(*)::int from public.lesson_completions where user_id = $1) as completions,
         (select count(*)::int from public.lesson_progress where user_id = $1) as progress,
         (select count(*)::int from public.notes where user_id = $1) as notes`,
      [scene.mia.id],
    )
  const NOTHING = [{ completions: 0, progress: 0, notes: 0 }]

  test('by writing to the tables, whatever times the rows contain', async () => {
    await scene.shut()
    const row = { user_id: scene.mia.id, lesson_id: scene.tree.lesson }
    const note = { id: randomUUID(), revision: randomUUID(), body: 'x' }
    for (const [table, body] of [
      ['lesson_completions', row],
      ['lesson_completions', { ...row, completed_at: '2020-01-01T00:00:00Z' }],
      ['lesson_completions', { lesson_id: scene.tree.lesson }],
      ['lesson_progress', { ...row, position_sec: 3 }],
      ['lesson_progress', { ...row, position_sec: 99, watched: '{[0,100)}', duration_sec: 100 }],
      ['lesson_progress', { ...row, position_sec: 3, position_at: '2020-01-01T00:00:00Z' }],
      ['notes', { ...row, ...note, quote: scene.word }],
    ] as const) {
      for (const prefer of ['return=minimal', 'resolution=merge-duplicates', 'tx=rollback']) {
        const answer = await rest(table, {
          method: 'POST',
          token: scene.token,
          body,
          headers: { prefer },
        })
        expect([table, prefer, codeOf(answer)]).toEqual([table, prefer, '42501'])
      }
    }
    expect(await ended()).toEqual(NOTHING)
  })

  test('through functions for changes that were made offline, with any age', async () => {
    await scene.shut()
    const lesson_id = scene.tree.lesson
    for (const age_sec of [0, -1e9, 1, 60, 86_400, 7 * 86_400, 1e12]) {
      const video = `YOUTUBE:${scene.word}`
      const answers = [
        await scene.rpc('complete_late', { lesson_id, age_sec }),
        await scene.rpc('record_progress', { lesson_id, position_sec: 9, age_sec }),
        await scene.rpc('record_progress', {
          ...{ lesson_id, position_sec: 100, duration_sec: 100, age_sec, video },
          ranges: '{[0,100)}',
        }),
        await scene.rpc('save_note', {
          ...{ note: randomUUID(), lesson: lesson_id, body: 'x', revision: randomUUID() },
          ...{ quote: scene.word, age_sec },
        }),
      ]
      const [late, ...others] = answers.map(codeOf)
      expect(late).toBe('PT403')
      expect(others).toEqual(['42501', '42501', '42501'])
    }
    expect(await ended()).toEqual(NOTHING)
  })

  test('after access ended before the lesson opened', async () => {
    await scene.shut()
    await db.owner(
      `update public.entitlements set expires_at = now() - interval '1 hour', created_at = now() - interval '9 days'
       where user_id = $1 and cohort_id = $2`,
      [scene.mia.id, scene.cohort],
    )
    for (const age_sec of [60, 7200, 86_400, 6 * 86_400]) {
      const answer = await scene.rpc('complete_late', { lesson_id: scene.tree.lesson, age_sec })
      expect([age_sec, codeOf(answer)]).toEqual([age_sec, 'PT403'])
    }
    expect(await ended()).toEqual(NOTHING)
    await db.owner('select private.sync_cohort_grants(array[$1::uuid])', [scene.cohort])
  })

  test('after it was closed again, and earlier entries stay', async () => {
    await scene.open()
    const note = randomUUID()
    const save = (body: string) =>
      scene.rpc('save_note', {
        note,
        lesson: scene.tree.lesson,
        body,
        revision: randomUUID(),
        age_sec: 0,
      })
    const watch = (position_sec: number) =>
      scene.rpc('record_progress', { lesson_id: scene.tree.lesson, position_sec })
    expect([(await save('mine')).status, (await watch(5)).status]).toEqual([200, 200])
    await scene.shut()
    expect([codeOf(await save('changed')), codeOf(await watch(50))]).toEqual(['42501', '42501'])
    for (const [path, body] of [
      [`lesson_progress?lesson_id=eq.${scene.tree.lesson}`, { position_sec: 77 }],
      [`notes?id=eq.${note}`, { body: 'changed' }],
    ] as const) {
      await rest(path, { method: 'PATCH', token: scene.token, body })
    }
    expect((await rest(`notes?id=eq.${note}&select=body`, { token: scene.token })).body).toEqual([
      { body: 'mine' },
    ])
    expect(
      (await rest(`lesson_progress?select=position_sec`, { token: scene.token })).body,
    ).toMatchObject([{ position_sec: 5 }])
    expect((await scene.rpc('my_notes', { lesson: scene.tree.lesson })).text).not.toContain(
      scene.word,
    )
  })
})

describe('a person of the cohort cannot open a closed lesson', () => {
  test.each<[string, string, string, object]>([
    ['a shift', 'cohort_members?user_id=eq.ME', 'PATCH', { shift_days: -3650 }],
    ['everything at once', 'cohort_members?user_id=eq.ME', 'PATCH', { open_all: true }],
    ['another state', 'cohort_members?user_id=eq.ME', 'PATCH', { state: 'GRADUATED' }],
    ['an earlier day', 'cohorts?id=eq.COHORT', 'PATCH', { starts_on: '2020-01-01' }],
    ['another zone', 'cohorts?id=eq.COHORT', 'PATCH', { time_zone: 'Pacific/Kiritimati' }],
    ['another schedule', 'releases?cohort_id=eq.COHORT', 'PATCH', { day: 0 }],
    ['no schedule', 'releases?cohort_id=eq.COHORT', 'DELETE', {}],
    ['a duty', 'cohort_staff', 'POST', { cohort_id: 'COHORT', user_id: 'ME' }],
    ['no membership', 'cohort_members?user_id=eq.ME', 'DELETE', {}],
    ['no grant of the cohort', 'entitlements?user_id=eq.ME', 'DELETE', {}],
    ['a grant', 'entitlements', 'POST', { user_id: 'ME', course_id: 'COURSE' }],
    [
      'a membership of their own making',
      'cohort_members?on_conflict=cohort_id,user_id',
      'POST',
      { cohort_id: 'COHORT', user_id: 'ME', open_all: true },
    ],
    ['an opening', 'releases', 'POST', { cohort_id: 'COHORT', lesson_id: 'LESSON', day: 0 }],
  ])('by %s', async (_way, path, method, body) => {
    await scene.shut()
    const filled = (text: string) =>
      text
        .replaceAll('COHORT', scene.cohort)
        .replaceAll('COURSE', scene.tree.course)
        .replaceAll('LESSON', scene.tree.lesson)
        .replaceAll('ME', scene.mia.id)
    const answer = await rest(filled(path), {
      method,
      token: scene.token,
      headers: { prefer: 'return=representation,resolution=merge-duplicates' },
      ...(method !== 'DELETE' && { body: JSON.parse(filled(JSON.stringify(body))) }),
    })
    if (answer.status < 300) expect(answer.body).toEqual([])
    else expect(codeOf(answer)).toBe('42501')
    expect((await rest(`lessons?id=eq.${scene.tree.lesson}`, { token: scene.token })).body).toEqual(
      [],
    )
    expect(
      await db.owner(
        'select shift_days, open_all, state from public.cohort_members where user_id = $1',
        [scene.mia.id],
      ),
    ).toEqual([{ shift_days: 0, open_all: false, state: 'ACTIVE' }])
  })
})

describe('an open lesson', () => {
  test('cannot be read by other staff, other creators, former staff and people of the cohort, and visitors', async () => {
    await scene.open()
    const [coach, other, creator, former, left, visitor] = [
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'CREATOR' }),
      await db.person({ role: 'MODERATOR' }),
      await db.person(),
      undefined,
    ]
    const elsewhere = await cohort()
    for (const [of, person] of [
      [scene.cohort, coach],
      [elsewhere, other],
      [scene.cohort, former],
    ] as const) {
      await db.owner('insert into public.cohort_staff (cohort_id, user_id) values ($1, $2)', [
        of,
        person.id,
      ])
    }
    const formerToken = await tokenFor(former)
    await join(scene.cohort, left)
    const leftToken = await tokenFor(left)
    const read = async (asking: string | undefined) =>
      (await rest(`lessons?id=eq.${scene.tree.lesson}`, { token: asking })).text.includes(
        scene.word,
      )
    expect([await read(formerToken), await read(leftToken)]).toEqual([true, true])
    await db.owner('delete from public.cohort_staff where user_id = $1', [former.id])
    await db.owner(`update public.cohort_members set state = 'LEFT' where user_id = $1`, [left.id])
    const asked = {
      coach: await read(await tokenFor(coach)),
      other: await read(await tokenFor(other)),
      creator: await read(await tokenFor(creator)),
      former: await read(formerToken),
      left: await read(leftToken),
      visitor: await read(visitor),
    }
    expect(asked).toEqual({
      ...{ coach: true, other: false, creator: false, former: false, left: false, visitor: false },
    })
    await scene.shut()
    expect(await read(await tokenFor(coach))).toBe(true)
  })
})
