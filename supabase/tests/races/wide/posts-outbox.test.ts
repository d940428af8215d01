import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { questions } from '../../scenes/questions'
import { clientOf } from '../../wire/clients'
import { type Faults, faultyFetch, seeded } from '../../wire/faulty-fetch'
import { CrashingBrowser } from '../crashing-browser'

const db = useDatabase()
const { classroom, ask } = questions(db)

test('questions and answers over a bad connection arrive once, also when the browser crashes', {
  timeout: 120_000,
}, async () => {
  const { lesson, mia, ben } = await classroom()
  const { id: questionId } = await ask(mia, lesson)
  const faults: Faults = { cut: 0, dropped: 0 }
  const connection = faultyFetch(seeded(11), 0.5, faults)
  const browser = new CrashingBrowser(ben, await clientOf(ben, undefined, connection))
  const where = { lessonId: lesson, slug: 'course' }
  const expected = Array.from({ length: 20 }, (_, at) => `Line ${at}`)
  for (const [at, text] of expected.entries()) {
    const words = {
      ...{ title: text, body: '', audience: 'EVERYONE' as const },
      ...{ at_seconds: null, at_heading: null },
    }
    browser.outbox.put({ kind: 'question', ...where, words, operationId: randomUUID() })
    const answer = { kind: 'answer' as const, ...where, questionId, body: text }
    browser.outbox.put({ ...answer, operationId: randomUUID() })
    await browser.flush()
    if (at % 5 === 4) await browser.die()
  }
  await browser.finish()

  const asked = await db.owner(
    'select title from public.questions where author_id = $1 order by created_at',
    [ben.id],
  )
  const answered = await db.owner(
    'select body from public.answers where author_id = $1 order by created_at',
    [ben.id],
  )
  expect(asked.map(({ title }) => title)).toEqual(expected)
  expect(answered.map(({ body }) => body)).toEqual(expected)
  expect(faults.cut).toBeGreaterThan(5)
  expect(faults.dropped).toBeGreaterThan(5)
})

test('questions that another person left in the outbox of the browser are refused, and no text is lost', async () => {
  const { lesson, mia, ben } = await classroom()
  const browser = new CrashingBrowser(mia, await clientOf(ben), () => undefined)
  const words = {
    ...{ title: 'Mine', body: '', audience: 'EVERYONE' as const },
    ...{ at_seconds: null, at_heading: null },
  }
  const operationId = randomUUID()
  browser.outbox.put({ kind: 'question', lessonId: lesson, slug: 'course', words, operationId })
  await browser.flush()
  expect(await db.owner('select id from public.questions where title = $1', ['Mine'])).toEqual([])
  expect(browser.outbox.refused()).toMatchObject([{ user: mia.id, change: { words } }])
})

test('a text that is refused, by a closed lesson, a ban or the limit, is shown to the person again', async () => {
  const { course, lesson, admin, ben } = await classroom()
  const { id: questionId } = await ask(ben, lesson)
  const browser = new CrashingBrowser(ben, await clientOf(ben), () => undefined)
  const answer = () =>
    browser.outbox.put({
      ...{ kind: 'answer', lessonId: lesson, slug: 'course', questionId, body: 'Kept.' },
      operationId: randomUUID(),
    })
  await db.owner(
    `insert into public.answers (question_id, author_id, body) select $1, $2, 'x' from generate_series(1, 60)`,
    [questionId, ben.id],
  )
  answer()
  await browser.flush()
  await db.answer(admin, 'ban_from_questions', { course_id: course.id, user_id: ben.id })
  answer()
  await browser.flush()
  await db.owner('update public.lessons set deleted_at = now() where id = $1', [lesson])
  answer()
  await browser.flush()
  const reasons = browser.outbox.refused().map(({ refused }) => refused)
  expect(reasons).toEqual([
    'You have written 60 answers within an hour. Please wait a little.',
    expect.stringMatching(/not open to you|may not write/),
    expect.stringMatching(/not open to you/),
  ])
})
