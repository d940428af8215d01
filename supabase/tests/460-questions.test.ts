import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { cohorts } from './scenes/cohorts'
import { questions } from './scenes/questions'

// Who can ask and read questions: by their audience, in lessons that are open (rules/questions#asking, #audience).
const db = useDatabase()
const { classroom, ask, tryAsk, answer, read, reads, listed, insertQuestion } = questions(db)
const { cohort, join, release, change } = cohorts(db)

describe('a question', () => {
  test('belongs to a second of the video or to a heading, and names its author', async () => {
    const { mia, ben, course } = await classroom()
    const asked = await ask(mia, course.preview, {
      ...{ title: ' Why? ', body: '**Tea** is hot.', at_seconds: 75, at_heading: 'Steeping' },
    })
    expect(asked).toMatchObject({
      ...{ title: 'Why?', body: '**Tea** is hot.', at_seconds: 75, at_heading: null },
      ...{ author: 'Mia Wu', mine: true, state: 'OPEN', audience: 'EVERYONE', following: true },
    })
    const [row] = await listed(ben, course.preview)
    expect(row).toMatchObject({ id: asked.id, author: 'Mia Wu', mine: false, following: false })
    expect(JSON.stringify(row)).not.toContain(mia.id)
    expect(await ask(mia, course.text, { at_heading: ' Steeping ' })).toMatchObject({
      ...{ at_heading: 'Steeping', at_seconds: null },
    })
  })

  test('that is asked twice under one operation id is stored once, even at the same time', async () => {
    const { mia, ben, lesson, course } = await classroom()
    const operation_id = randomUUID()
    const made = await Promise.all(
      Array.from({ length: 4 }, () => ask(mia, lesson, { operation_id })),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await listed(mia, lesson)).toHaveLength(1)
    expect(await tryAsk(mia, course.link, { operation_id })).toMatchObject({ code: 'PT409' })
    expect((await ask(ben, lesson, { operation_id })).id).not.toBe(made[0]?.id)
  })

  test('needs a title, and has a maximum length', async () => {
    const { mia, lesson } = await classroom()
    const refused = async (more: object) => (await tryAsk(mia, lesson, more)).message
    expect(await refused({ title: ' ' })).toBe('Title is required')
    expect(await refused({ title: 'x'.repeat(201) })).toBe('Title must be less than 200 characters')
    expect(await refused({ body: 'x'.repeat(10_001) })).toBe(
      'Text must be less than 10,000 characters',
    )
    expect(await listed(mia, lesson)).toEqual([])
  })

  test('can be asked 20 times within an hour', async () => {
    const { mia, ben, lesson } = await classroom()
    for (let i = 0; i < 20; i += 1) await insertQuestion(lesson, mia)
    expect(await tryAsk(mia, lesson)).toMatchObject({
      code: 'PT429',
      message: 'You have asked 20 questions within an hour. Please wait a little.',
    })
    await ask(ben, lesson)
    await db.owner(
      `update public.questions set created_at = now() - interval '61 minutes' where author_id = $1`,
      [mia.id],
    )
    await ask(mia, lesson)
  })

  test('cannot be asked in the name of another person, or written without the function', async () => {
    const { mia, ben, lesson } = await classroom()
    expect(await tryAsk(mia, lesson, { as_user: ben.id })).toMatchObject({ code: '42501' })
    const { id } = await ask(mia, lesson)
    for (const table of ['questions', 'answers', 'question_follows']) {
      for (const write of [
        `insert into public.${table} default values`,
        `delete from public.${table}`,
      ]) {
        expect((await db.as(mia, write)).code, write).toBe('42501')
      }
    }
    for (const set of [`audience = 'STAFF'`, `state = 'CLOSED'`, `author_id = '${ben.id}'`]) {
      const change = `update public.questions set ${set} where id = '${id}'`
      expect((await db.as(mia, change)).code, set).toBe('42501')
    }
  })
})

describe('the lesson', () => {
  test('decides who may ask and read, by the same rule as the lesson itself', async () => {
    const { course, mia, coach, admin, autumn, spring, zoe } = await classroom()
    const [creator, stranger] = [await db.person({ role: 'CREATOR' }), await db.person()]
    const draft = await db.course({ by: creator, status: 'DRAFT' })
    await release(autumn, course.text, 90)
    await release(spring, course.link, 90)
    const left = await db.person()
    await join(autumn, left)
    await change(autumn, left, `state = 'LEFT'`)
    const ended = await db.person()
    await db.entitle(ended, course.id, '-1 hour')
    await db.withSettings({ creators_admin_panel: true }, async () => {
      for (const who of [mia, zoe, coach, admin, creator, stranger, left, ended]) {
        for (const { text, preview, link } of [course, draft]) {
          for (const lesson of [text, preview, link]) {
            const { rows } = await db.as(who, 'select 1 from public.lessons where id = $1', [
              lesson,
            ])
            const asked = await tryAsk(who, lesson)
            expect(asked.code === undefined).toBe(rows.length === 1)
            if (asked.code) expect(asked.code).toBe('PT404')
          }
        }
      }
    })
  })

  test('hides its questions from learners while it is in the bin, or its module is', async () => {
    const { course, lesson, mia, ben } = await classroom()
    const { id } = await ask(mia, lesson)
    await db.owner('update public.lessons set deleted_at = now() where id = $1', [lesson])
    expect(await reads(ben, id)).toBe(false)
    expect((await db.call(ben, 'lesson_questions', { lesson_id: lesson })).code).toBe('PT404')
    await db.owner('update public.lessons set deleted_at = null where id = $1', [lesson])
    await db.owner('update public.modules set deleted_at = now() where id = $1', [course.moduleId])
    expect(await reads(ben, id)).toBe(false)
    await db.owner('update public.modules set deleted_at = null where id = $1', [course.moduleId])
    expect(await reads(ben, id)).toBe(true)
  })

  test('hides its questions from learners when it is closed to their cohort again, but not from administrators', async () => {
    const { lesson, mia, ben, autumn, admin } = await classroom()
    const { id } = await ask(mia, lesson)
    await release(autumn, lesson, 90)
    for (const who of [mia, ben]) expect(await reads(who, id)).toBe(false)
    expect(await reads(admin, id)).toBe(true)
  })
})

describe('an audience', () => {
  /** In which ways each of these people finds the question: in the list of the lesson, by its id, and by search. */
  async function seenBy(people: Record<string, Person>, lesson: string, id: string) {
    const seen: Record<string, string> = {}
    for (const [name, who] of Object.entries(people)) {
      const list = await db.call(who, 'lesson_questions', { lesson_id: lesson })
      const like = await db.call(who, 'questions_like', { lesson_id: lesson, words: 'tea hot' })
      const found = [list, { rows: [] }, like].map(({ rows }) => JSON.stringify(rows).includes(id))
      const ways = [found[0], await reads(who, id), found[2]]
      seen[name] = ways.map((way) => (way ? 'yes' : 'no')).join(' ')
    }
    return seen
  }

  test('EVERYONE is all people to whom the lesson is open', async () => {
    const { lesson, mia, ben, zoe, coach, admin } = await classroom()
    const stranger = await db.person()
    const { id } = await ask(mia, lesson)
    expect(await seenBy({ mia, ben, zoe, coach, admin, stranger }, lesson, id)).toEqual({
      ...{ mia: 'yes yes yes', ben: 'yes yes yes', zoe: 'yes yes yes' },
      ...{ coach: 'yes yes yes', admin: 'yes yes yes', stranger: 'no no no' },
    })
  })

  test('COHORT is the people and the staff of the cohort', async () => {
    const { lesson, mia, ben, zoe, coach, admin, autumn, course } = await classroom()
    const { id } = await ask(mia, lesson, { audience: 'COHORT' })
    const [outside, left] = [await db.person(), await db.person()]
    await db.entitle(outside, course.id)
    await db.entitle(left, course.id)
    await join(autumn, left)
    await change(autumn, left, `state = 'LEFT'`)
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      const other = await db.person({ role: 'MODERATOR' })
      await cohort({ courses: [course], staff: [other] })
      expect(
        await seenBy({ mia, ben, zoe, outside, left, coach, other, admin }, lesson, id),
      ).toEqual({
        ...{ mia: 'yes yes yes', ben: 'yes yes yes', zoe: 'no no no', outside: 'no no no' },
        ...{ left: 'no no no', coach: 'yes yes yes', other: 'no no no', admin: 'yes yes yes' },
      })
    })
  })

  test('STAFF is the author of the question, the staff of the cohort, and the creator of the course', async () => {
    const { lesson, mia, ben, coach, admin, course } = await classroom()
    const [maker, creator] = [
      await db.person({ role: 'CREATOR' }),
      await db.person({ role: 'CREATOR' }),
    ]
    await db.owner('update public.courses set created_by_id = $2 where id = $1', [
      course.id,
      maker.id,
    ])
    const { id } = await ask(mia, lesson, { audience: 'STAFF' })
    const people = { mia, ben, maker, creator, coach, admin }
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect(await seenBy(people, lesson, id)).toEqual({
        ...{ mia: 'yes yes yes', ben: 'no no no', maker: 'yes yes yes' },
        ...{ creator: 'no no no', coach: 'yes yes yes', admin: 'yes yes yes' },
      })
    })
    await db.withSettings({ creators_admin_panel: false }, async () => {
      expect(await reads(maker, id)).toBe(false)
    })
  })

  test('COHORT can be chosen only by a person in a cohort', async () => {
    const { lesson, course } = await classroom()
    const alone = await db.person()
    await db.entitle(alone, course.id)
    expect(await tryAsk(alone, lesson, { audience: 'COHORT' })).toMatchObject({
      code: 'PT422',
      message: 'You are in no cohort of this course. Please choose who sees the question.',
    })
  })

  test('cannot be bypassed by reading tables or by counting', async () => {
    const { lesson, mia, ben, zoe } = await classroom()
    const { id } = await ask(mia, lesson, { audience: 'COHORT' })
    await answer(ben, id)
    for (const table of ['questions', 'answers', 'question_follows']) {
      const count = `select count(*)::int as n from public.${table}`
      expect((await db.as(zoe, count)).rows, table).toEqual([{ n: 0 }])
    }
    expect((await db.as(ben, 'select id from public.questions')).rows).toEqual([])
    expect((await db.as(mia, 'select id from public.questions')).rows).toEqual([{ id }])
    expect((await db.as(zoe, 'select 1 from private.question_documents')).code).toBe('42501')
  })

  test('cannot be bypassed by live signals', async () => {
    const { lesson, mia, ben, zoe, coach } = await classroom()
    await db.owner('delete from public.list_changes')
    for (const audience of ['COHORT', 'STAFF']) {
      const { id } = await ask(mia, lesson, { audience })
      await answer(coach, id)
    }
    const signals = async (who: Person) =>
      (
        await db.as(
          who,
          `select distinct resource from public.list_changes where resource like 'question%' order by 1`,
        )
      ).rows.map(({ resource }) => resource)
    for (const who of [ben, zoe, await db.person()]) expect(await signals(who)).toEqual([])
    expect(await signals(mia)).toEqual(['question'])
    expect(await signals(coach)).toContain('questions')
  })

  test('STAFF requires a second factor of staff while the setting requires one', async () => {
    const { lesson, mia, admin } = await classroom()
    const { id } = await ask(mia, lesson, { audience: 'STAFF' })
    await db.withSettings({ enable_two_factor: true }, async () => {
      expect(await reads(admin, id)).toBe(false)
      expect(await reads(await db.signedIn(admin, 'aal2'), id)).toBe(true)
    })
  })
})

test('the questions of a lesson are returned in pages, the newest first, each question once', async () => {
  const { lesson, mia, ben, autumn } = await classroom()
  for (let i = 0; i < 45; i += 1) {
    await insertQuestion(lesson, i % 2 ? mia : ben, {
      title: `Question ${i}`,
      created_at: `2026-01-01T00:${String(Math.floor(i / 3)).padStart(2, '0')}:00Z`,
      ...(i % 3 === 0 && { audience: 'COHORT', cohort_id: autumn }),
    })
  }
  type Page = { questions: { id: string; title: string }[]; next: string | null }
  const seen: string[] = []
  let next: string | null = null
  do {
    const page: Page = (await db.answer(mia, 'lesson_questions', {
      ...{ lesson_id: lesson, page_size: 10, ...(next && { before: next }) },
    })) as Page
    seen.push(...page.questions.map(({ id }) => id))
    next = page.next
  } while (next)
  const all = await db.owner(
    'select id from public.questions where lesson_id = $1 order by created_at desc, id desc',
    [lesson],
  )
  expect(seen).toEqual(all.map(({ id }) => id))
})

test('the text of a question is shortened in the list, and whole on its page', async () => {
  const { lesson, mia, ben } = await classroom()
  const { id } = await ask(mia, lesson, { body: 'x'.repeat(9_000) })
  expect(await listed(ben, lesson)).toMatchObject([{ body: 'x'.repeat(280), cut: true }])
  expect(await read(ben, id)).toMatchObject({ question: { body: 'x'.repeat(9_000), cut: false } })
})

// The list of waiting questions of a cohort (rules/questions#of-a-cohort).
test('waiting questions of a cohort are returned only to people who look after the cohort', async () => {
  const { mia, lesson, autumn: group, coach, course } = await classroom()
  const asked = await ask(mia, lesson, { title: 'How long?', audience: 'COHORT' })
  const waiting = (who: Person) => db.call(who, 'cohort_questions', { cohort_id: group })
  expect((await waiting(coach)).rows[0]?.answer).toMatchObject([
    {
      ...{ id: asked.id, title: 'How long?', lesson_id: lesson, slug: course.slug, answers: 0 },
      author: { id: mia.id, name: 'Mia Wu' },
    },
  ])
  await db.withSettings({ moderators_see_everybody: false }, async () => {
    for (const who of [mia, await db.person({ role: 'MODERATOR' }), await db.person()]) {
      expect((await waiting(who)).code).toBe('42501')
    }
  })
  await answer(coach, asked.id)
  expect((await waiting(coach)).rows[0]?.answer).toEqual([])
})
