import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { cohorts } from '../scenes/cohorts'
import { questions } from '../scenes/questions'

// Merging duplicates, reporting, and banning (rules/questions#merging, #own, #banned).
const db = useDatabase()
const { classroom, ask, answer, tryAsk, tryAnswer, read, reads, listed, told } = questions(db)
const { cohort } = cohorts(db)

const merge = (who: Person, from: string, into: string) =>
  db.call(who, 'merge_questions', { question_id: from, into_id: into })

describe('a merge', () => {
  test('moves answers and followers, and leads from one question to the other', async () => {
    const { lesson, mia, ben, zoe, coach } = await classroom()
    const [kept, double] = [await ask(mia, lesson), await ask(ben, lesson)]
    const { id: answer_id } = await answer(zoe, double.id, { body: 'Fire.' })
    await answer(mia, kept.id)
    await db.answer(ben, 'accept_answer', { question_id: double.id, answer_id })
    expect((await merge(coach, double.id, kept.id)).code).toBeUndefined()
    expect(await read(ben, double.id)).toEqual({ merged_into: kept.id, lesson_id: lesson })
    const thread = await read(ben, kept.id)
    expect(thread.answers.map(({ author }) => author)).toEqual(['Zoe', 'Mia Wu'])
    expect(thread).toMatchObject({
      question: { answers: 2, state: 'ANSWERED', accepted: answer_id, following: true },
    })
    expect((await listed(ben, lesson)).map(({ id }) => id)).toEqual([kept.id])
    const before = (await told(zoe)).length
    await answer(mia, kept.id)
    expect(await told(zoe)).toHaveLength(before + 1)
  })

  test('keeps the accepted answer of the question into which it merges', async () => {
    const { lesson, mia, ben, admin } = await classroom()
    const [kept, double] = [await ask(mia, lesson), await ask(mia, lesson)]
    const accepted: string[] = []
    for (const { id } of [kept, double]) {
      const { id: answer_id } = await answer(ben, id)
      await db.answer(mia, 'accept_answer', { question_id: id, answer_id })
      accepted.push(answer_id)
    }
    await merge(admin, double.id, kept.id)
    expect((await read(mia, kept.id)).accepted).toMatchObject({ id: accepted[0] })
  })

  test('of a question into which another was merged leads from both to the last', async () => {
    const { lesson, mia, admin } = await classroom()
    const [one, two, three] = [
      await ask(mia, lesson),
      await ask(mia, lesson),
      await ask(mia, lesson),
    ]
    await merge(admin, one.id, two.id)
    await merge(admin, two.id, three.id)
    for (const { id } of [one, two]) {
      expect(await read(mia, id)).toMatchObject({ merged_into: three.id })
    }
    expect(await merge(admin, one.id, three.id)).toMatchObject({
      code: 'PT409',
      message: 'This question was merged into another one. Please continue there.',
    })
    expect(await tryAnswer(mia, one.id)).toMatchObject({ code: 'PT409' })
  })

  test('shows nothing to people for whom it was not written', async () => {
    const { lesson, course, mia, ben, zoe, admin } = await classroom()
    const all = await ask(mia, lesson)
    const others = [
      await ask(ben, course.link),
      await ask(ben, lesson, { audience: 'COHORT' }),
      await ask(ben, lesson, { audience: 'STAFF' }),
    ]
    for (const { id } of others) {
      expect(await merge(admin, id, all.id)).toMatchObject({ code: 'PT422' })
      expect(await merge(admin, all.id, id)).toMatchObject({ code: 'PT422' })
    }
    const theirs = [
      await ask(zoe, lesson, { audience: 'COHORT' }),
      await ask(mia, lesson, { audience: 'STAFF' }),
    ]
    for (const [i, { id }] of theirs.entries()) {
      expect((await merge(admin, id, String(others[i + 1]?.id))).code).toBe('PT422')
    }
    expect((await merge(admin, all.id, all.id)).code).toBe('PT422')
    const again = await ask(ben, lesson, { audience: 'STAFF' })
    expect((await merge(admin, again.id, String(others[2]?.id))).code).toBeUndefined()
  })

  test('is for staff who look after both questions', async () => {
    const { lesson, mia, ben, zoe, coach } = await classroom()
    const [one, two, other] = [
      await ask(mia, lesson),
      await ask(ben, lesson),
      await ask(zoe, lesson),
    ]
    expect((await merge(mia, one.id, two.id)).code).toBe('42501')
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      expect((await merge(coach, one.id, other.id)).code).toBe('42501')
      expect((await merge(coach, one.id, two.id)).code).toBeUndefined()
    })
  })

  test('is not for the staff of a cohort if the question belongs to no cohort, which they cannot read even for the audience STAFF', async () => {
    const { lesson, course, mia, coach } = await classroom()
    const alone = await db.person()
    await db.entitle(alone, course.id)
    const [open, forStaff] = [
      await ask(alone, lesson),
      await ask(alone, lesson, { audience: 'STAFF' }),
    ]
    const own = await ask(mia, lesson)
    const given = await answer(alone, open.id)
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      expect(await reads(coach, forStaff.id)).toBe(false)
      expect((await merge(coach, open.id, own.id)).code).toBe('42501')
      const accept = { question_id: open.id, answer_id: given.id }
      expect((await db.call(coach, 'accept_answer', accept)).code).toBe('42501')
      expect((await db.call(coach, 'settle_question_reports', { question_id: open.id })).code).toBe(
        '42501',
      )
      expect(await answer(coach, open.id)).toMatchObject({ staff: false })
    })
  })
})

describe('the questions into which one can be merged', () => {
  const offered = async (who: Person, question_id: string, words = '') =>
    (
      (await db.answer(who, 'questions_to_merge', { question_id, words })) as { title: string }[]
    ).map(({ title }) => title)

  test('are those like it and then the newest, or those with the words', async () => {
    const { lesson, mia, ben, coach } = await classroom()
    const about = (title: string) => ask(ben, lesson, { title })
    await about('Why is the tea so hot today?')
    await about('Where is the sugar?')
    await about('How long do leaves steep?')
    const { id } = await ask(mia, lesson, { title: 'Why is tea hot?' })
    expect(await offered(coach, id)).toEqual([
      'Why is the tea so hot today?',
      'Where is the sugar?',
      'How long do leaves steep?',
    ])
    expect(await offered(coach, id, 'leaves ste')).toEqual(['How long do leaves steep?'])
    expect(await offered(coach, id, 'coffee')).toEqual([])
    expect(await offered(coach, id, '?!')).toEqual([])
  })

  test('are all accepted by the merge, and no others are offered', async () => {
    const { course, lesson, mia, ben, zoe, admin } = await classroom()
    const titled = (title: string, more: object = {}) => ({ title, ...more })
    await ask(mia, course.link, titled('Elsewhere'))
    const deleted = await ask(ben, lesson, titled('Deleted'))
    await db.answer(ben, 'delete_question', { question_id: deleted.id })
    const [target, double] = [
      await ask(ben, lesson, titled('For all')),
      await ask(ben, lesson, titled('Merged')),
    ]
    await merge(admin, double.id, target.id)
    await ask(ben, lesson, titled('For Autumn', { audience: 'COHORT' }))
    await ask(zoe, lesson, titled('For Spring', { audience: 'COHORT' }))
    await ask(ben, lesson, titled('Ben to staff', { audience: 'STAFF' }))
    await ask(mia, lesson, titled('Mia to staff', { audience: 'STAFF' }))
    const expected = { EVERYONE: 'For all', COHORT: 'For Autumn', STAFF: 'Mia to staff' }
    for (const [audience, title] of Object.entries(expected)) {
      const { id } = await ask(mia, lesson, titled(`By ${audience}`, { audience }))
      expect(await offered(admin, id), audience).toEqual([title])
    }
  })

  test('are for staff who look after the question, and only those that they look after', async () => {
    const { lesson, mia, ben, zoe, coach } = await classroom()
    const { id } = await ask(mia, lesson)
    await ask(ben, lesson, { title: 'Ours' })
    const other = await ask(zoe, lesson, { title: 'Theirs' })
    expect((await db.call(ben, 'questions_to_merge', { question_id: id })).code).toBe('42501')
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      expect(await offered(coach, id)).toEqual(['Ours'])
      expect((await db.call(coach, 'questions_to_merge', { question_id: other.id })).code).toBe(
        '42501',
      )
    })
  })
})

describe('a report', () => {
  const report = (who: Person, question_id: string, more: object = {}) =>
    db.call(who, 'report_question', { question_id, ...more })

  test('is made once by each reader, and names nobody', async () => {
    const { lesson, mia, ben, zoe, coach } = await classroom()
    const { id } = await ask(mia, lesson, { audience: 'COHORT' })
    const { id: answer_id } = await answer(mia, id)
    for (let time = 0; time < 2; time += 1) await report(ben, id, { reason: 'Rude' })
    await report(ben, id, { answer_id, reason: 'Wrong' })
    expect((await report(zoe, id)).code).toBe('PT404')
    const thread = await read(coach, id)
    expect(thread).toMatchObject({
      question: { reasons: ['Rude'] },
      answers: [{ reasons: ['Wrong'] }],
    })
    expect(JSON.stringify(thread)).not.toContain(ben.id)
    for (const who of [mia, ben]) {
      expect(JSON.stringify(await read(who, id))).not.toContain('reasons')
    }
    expect(await read(ben, id)).toMatchObject({ question: { reported: true } })
    expect(await read(mia, id)).toMatchObject({ question: { reported: false } })
    expect((await db.as(mia, 'select 1 from private.question_reports')).code).toBe('42501')
  })

  test('is settled by staff, who leave the question or delete it', async () => {
    const { lesson, mia, ben, coach } = await classroom()
    const { id } = await ask(mia, lesson)
    const { id: answer_id } = await answer(mia, id)
    await report(ben, id)
    await report(ben, id, { answer_id })
    const settle = (who: Person, more: object = {}) =>
      db.call(who, 'settle_question_reports', { question_id: id, ...more })
    expect((await settle(mia)).code).toBe('42501')
    await settle(coach)
    expect(await read(coach, id)).toMatchObject({
      ...{ question: { reasons: [] }, answers: [{ reasons: [''] }] },
    })
    await db.answer(coach, 'delete_answer', { answer_id })
    const open = async () =>
      (
        await db.owner(
          'select 1 from private.question_reports where answer_id = $1 and resolved_at is null',
          [answer_id],
        )
      ).length
    expect(await open()).toBe(0)
    await db.answer(coach, 'restore_answer', { answer_id })
    expect(await open()).toBe(1)
  })
})

describe('a ban', () => {
  const ban = (who: Person, course_id: string, person: Person, banned = true) =>
    db.call(who, 'ban_from_questions', { course_id, user_id: person.id, banned })

  test('hides the questions of the course, and keeps the person from writing', async () => {
    const { lesson, course, mia, ben, coach } = await classroom()
    const { id } = await ask(mia, lesson)
    const own = await ask(ben, lesson)
    const { id: answer_id } = await answer(ben, id)
    await ban(coach, course.id, ben)
    for (const question of [id, own.id]) expect(await reads(ben, question)).toBe(false)
    expect(await db.answer(ben, 'lesson_questions', { lesson_id: lesson })).toMatchObject({
      ...{ banned: true, can_ask: false, questions: [] },
    })
    expect(await db.answer(ben, 'questions_like', { lesson_id: lesson, words: 'tea' })).toEqual([])
    expect(await tryAsk(ben, lesson)).toMatchObject({
      code: 'PT403',
      message: 'You may not write here any more. Please ask the people who run this course.',
    })
    expect((await tryAnswer(ben, id)).code).toBe('PT404')
    // They can still delete what they wrote.
    expect((await db.call(ben, 'delete_answer', { answer_id })).code).toBeUndefined()
    // Their access to the course and the questions of other courses stay.
    const other = await db.course()
    await db.entitle(ben, other.id)
    await ask(ben, other.text)
    await ban(coach, course.id, ben, false)
    await ask(ben, lesson)
  })

  test('is given and ended by the staff of the course or of the person’s cohort', async () => {
    const { course, mia, zoe, coach, admin } = await classroom()
    await db.withSettings(
      { moderators_see_everybody: false, creators_admin_panel: true },
      async () => {
        const [creator, other] = [
          await db.person({ role: 'CREATOR' }),
          await db.person({ role: 'MODERATOR' }),
        ]
        await cohort({ staff: [other] })
        for (const who of [mia, other, creator]) {
          expect((await ban(who, course.id, zoe)).code).toBe('42501')
        }
        expect((await ban(coach, course.id, zoe)).code).toBe('42501')
        expect((await ban(coach, course.id, coach)).code).toBe('42501')
        expect((await ban(coach, course.id, mia)).code).toBeUndefined()
        expect((await ban(admin, course.id, zoe)).code).toBeUndefined()
        const bans = async (who: Person) =>
          (
            (await db.answer(who, 'question_bans', { course_id: course.id })) as { name: string }[]
          ).map(({ name }) => name)
        expect(await bans(coach)).toEqual(['Mia Wu'])
        expect(await bans(admin)).toEqual(['Zoe', 'Mia Wu'])
        expect(await bans(creator)).toEqual([])
        await db.owner('update public.courses set created_by_id = $2 where id = $1', [
          course.id,
          creator.id,
        ])
        expect(await bans(creator)).toEqual(['Zoe', 'Mia Wu'])
        expect((await ban(creator, course.id, zoe, false)).code).toBeUndefined()
      },
    )
  })
  test('is listed with who gave it, and shown at the question to those who may end it', async () => {
    const { lesson, course, mia, ben, zoe, coach, admin } = await classroom()
    const { id } = await ask(mia, lesson)
    await answer(zoe, id)
    await answer(coach, id)
    await answer(ben, id)
    await ban(admin, course.id, ben)
    expect(await db.answer(coach, 'question_bans', { course_id: course.id })).toMatchObject([
      { user_id: ben.id, name: 'Ben Ode', by: 'Ada' },
    ])
    expect(await read(admin, id)).toMatchObject({
      moderation: {
        course_id: course.id,
        writers: { [mia.id]: false, [zoe.id]: false, [ben.id]: true },
      },
    })
    expect(JSON.stringify(await read(admin, id))).not.toContain(`${coach.id}":`)
    expect(await read(mia, id)).not.toHaveProperty('moderation')
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      expect((await read(coach, id)) as object).toHaveProperty('moderation.writers', {
        [mia.id]: false,
        [ben.id]: true,
      })
    })
  })
})
