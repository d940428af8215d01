import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { cohorts } from '../scenes/cohorts'
import { questions } from '../scenes/questions'

// Questions like the one that somebody types, of those that they may read (rules/questions#asking).
const db = useDatabase()
const { classroom, ask, answer, insertQuestion } = questions(db)
const { release } = cohorts(db)

interface Like {
  id: string
  title: string
  lesson: string
  answers: number
}

const like = async (who: Person, lesson: string, words: string) =>
  (await db.answer(who, 'questions_like', { lesson_id: lesson, words })) as Like[]

const titles = async (...[who, lesson, words]: Parameters<typeof like>) =>
  (await like(who, lesson, words)).map(({ title }) => title)

test('questions with most of the words come first, then those of the lesson', async () => {
  const { lesson, course, mia, ben } = await classroom()
  const { id } = await ask(ben, lesson, { title: 'How do I centre a box?' })
  await ask(ben, course.link, { title: 'How do I centre a box with a grid?' })
  await ask(ben, lesson, { title: 'What is a closure?', body: 'It has nothing to do with boxes.' })
  await answer(mia, id)
  const [first, second, ...rest] = await like(mia, lesson, 'centring a box')
  expect([first, second]).toMatchObject([
    { title: 'How do I centre a box?', lesson: 'Reading', answers: 1, state: 'OPEN' },
    { title: 'How do I centre a box with a grid?', lesson: 'Looking it up' },
  ])
  expect(rest.map(({ title }) => title)).toEqual(['What is a closure?'])
  expect(await titles(mia, lesson, 'a grid')).toEqual(['How do I centre a box with a grid?'])
  expect(await titles(mia, lesson, 'closures')).toEqual(['What is a closure?'])
  expect(await titles(mia, lesson, 'Kubernetes')).toEqual([])
  expect(await titles(mia, lesson, ' ?! ')).toEqual([])
})

test('a question is found by its edited words, and not after it was deleted or merged', async () => {
  const { lesson, mia, ben, admin } = await classroom()
  const { id } = await ask(mia, lesson, { title: 'Why is tea hot?' })
  await db.answer(mia, 'edit_question', { question_id: id, title: 'Why is coffee cold?' })
  expect(await titles(ben, lesson, 'tea')).toEqual([])
  expect(await titles(ben, lesson, 'coffee')).toEqual(['Why is coffee cold?'])
  await db.answer(mia, 'delete_question', { question_id: id })
  expect(await titles(ben, lesson, 'coffee')).toEqual([])
  await db.answer(mia, 'restore_question', { question_id: id })
  expect(await titles(ben, lesson, 'coffee')).toHaveLength(1)
  const other = await ask(ben, lesson, { title: 'Milk' })
  await db.answer(admin, 'merge_questions', { question_id: id, into_id: other.id })
  expect(await titles(ben, lesson, 'coffee')).toEqual([])
})

test('questions about lessons that are not open, or for other people, are not found', async () => {
  const { lesson, course, mia, ben, zoe, autumn } = await classroom()
  await ask(zoe, course.link, { title: 'Sugar in tea' })
  await ask(zoe, lesson, { title: 'Sugar for spring', audience: 'COHORT' })
  await ask(ben, lesson, { title: 'Sugar for staff', audience: 'STAFF' })
  await ask(ben, lesson, { title: 'Sugar for autumn', audience: 'COHORT' })
  await release(autumn, course.link, 90)
  expect(await titles(mia, lesson, 'sugar')).toEqual(['Sugar for autumn'])
  expect((await titles(ben, lesson, 'sugar')).sort()).toEqual([
    'Sugar for autumn',
    'Sugar for staff',
  ])
  expect(await titles(zoe, lesson, 'sugar')).toEqual(
    expect.arrayContaining(['Sugar in tea', 'Sugar for spring']),
  )
  const stranger = await db.person()
  expect(await titles(stranger, course.preview, 'sugar')).toEqual([])
  expect(
    (await db.call(stranger, 'questions_like', { lesson_id: lesson, words: 'sugar' })).code,
  ).toBe('PT404')
})

describe('beside many questions', () => {
  /** The number of questions in this test; `npm run bench` measures with 100,000. */
  const MANY = 8_000
  let room: Awaited<ReturnType<typeof classroom>>

  beforeAll(async () => {
    room = await classroom()
    const { course, mia, ben, spring, autumn } = room
    const words = `(array['array','loop','server','module','promise','style','grid','state','hook','query','route','test','form','event','type'])`
    // The rows are inserted without triggers, because indexing and recording so many rows takes longer than the rest of
    // the test.
    await db.owner('alter table public.questions disable trigger user')
    await db.owner(
      `insert into public.questions (lesson_id, author_id, cohort_id, audience, title, body, created_at)
       select $5, case when q % 3 = 0 then $1::uuid else $2::uuid end, case when q % 2 = 0 then $3::uuid else $4::uuid end,
         (array['EVERYONE', 'COHORT', 'STAFF'])[1 + q % 3]::public.question_audience,
         'How do I ' || ${words}[1 + q % 15] || ' a ' || ${words}[1 + (q / 15) % 15] || ' number ' || q, repeat('Words about it. ', 10),
         now() - make_interval(mins => q)
       from generate_series(1, ${MANY}) q`,
      [mia.id, ben.id, autumn, spring, course.text],
    )
    await db.owner('alter table public.questions enable trigger user')
    await db.owner(
      `insert into private.question_documents (question_id, lesson_id, words)
       select id, lesson_id, setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', body), 'B') from public.questions where lesson_id = $1`,
      [course.text],
    )
    await db.owner('analyze public.questions')
    await db.owner('analyze private.question_documents')
    for (let i = 0; i < 20; i += 1) await insertQuestion(course.link, mia)
  }, 120_000)
  // Other test files expect a small database, so the rows are deleted.
  afterAll(() => db.owner('delete from public.courses where id = $1', [room.course.id]))

  const ROWS = `(
    select jsonb_object_agg(c.relname, pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid))
    from pg_class c where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace))`

  /**
   * Returns the number of rows of our tables that a call by this person reads, including all functions that it calls,
   * and the tables with the most rows. Times would depend on what else the machine does.
   */
  async function cost(who: Person, call: string) {
    const { rows } = await db.as(
      who,
      `with before as materialized (select ${ROWS} as rows),
         called as materialized (select (${call})::text as answer, before.rows from before),
         after as materialized (select called.rows as before, case when answer is not null then ${ROWS} end as rows from called)
       select a.key as name, a.value::int - (o.before ->> a.key)::int as read from after o cross join lateral jsonb_each_text(o.rows) a
       order by read desc`,
    )
    const read = rows.reduce((sum, row) => sum + Number(row.read), 0)
    const most = rows.slice(0, 5).map((row) => `${row.name} ${row.read}`)
    return { read, most: most.join(', ') }
  }

  test('the questions of a lesson cost as little as beside few', async () => {
    const { course, mia, zoe, coach } = room
    for (const who of [mia, zoe, coach]) {
      const many = await cost(who, `public.lesson_questions('${course.text}')`)
      const few = await cost(who, `public.lesson_questions('${course.link}')`)
      expect(many.read, `${many.most} beside ${few.most}`).toBeLessThan(few.read * 2)
      // Without an index, both calls would read all questions.
      expect(few.read, few.most).toBeLessThan(MANY / 4)
    }
  })

  test('questions like another are found by reading few of the others, with rare and with frequent words', async () => {
    const { course, mia } = room
    for (const words of ['how do I loop', 'array promise number 17', 'how do I', 'unheard']) {
      const { read, most } = await cost(mia, `public.questions_like('${course.text}', '${words}')`)
      expect(read, `${words}: ${most}`).toBeLessThan(MANY / 4)
    }
  })
})

test('a search uses the index only for the rare words, with the same result as for all words', async () => {
  const { lesson, course, mia } = await classroom()
  await db.owner(
    `insert into public.questions (lesson_id, author_id, title)
     select case when n % 2 = 0 then $1 else $2 end::uuid, $3, 'wherefore plume ' || case when n % 40 = 0 then 'quagga ' else '' end || n
     from generate_series(1, 400) n`,
    [lesson, course.link, mia.id],
  )
  await db.owner('analyze private.question_documents')
  const narrowed = async (...terms: string[]) => {
    const [row] = await db.owner(
      `with given as (
         select array(select (quote_literal(t) || ':*')::tsquery from unnest($1::text[]) t) as each
       ), query as (
         select each, private.narrowing_query(each) as narrow, array_to_string(array(select e::text from unnest(each) e), ' & ')::tsquery as whole
         from given
       )
       select narrow::text, array(select m from private.questions_matching(array[$2::uuid], narrow, whole) m order by m) as found,
         array(select d.question_id from private.question_documents d where d.words @@ whole and d.lesson_id = $2 order by 1 limit 80) as expected
       from query`,
      [terms, lesson],
    )
    return row
  }
  const both = await narrowed('wherefor', 'quagga')
  expect(both).toMatchObject({ narrow: expect.not.stringContaining('wherefor') })
  expect(both?.found).toEqual(both?.expected)
  expect(both?.found).toHaveLength(10)
  const frequent = await narrowed('wherefor', 'plume')
  expect(String(frequent?.narrow)).not.toContain('&')
  expect(frequent?.found).toHaveLength(80)
  const none = await narrowed('wherefor', 'okapi')
  expect(none?.found).toEqual([])
  expect(await titles(mia, lesson, 'wherefore quagga')).toHaveLength(5)
})
