import { expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { cohorts } from './scenes/cohorts'
import { questions } from './scenes/questions'

// Questions in the portal's search, by the rule by which they are read (rules/questions#searching).
const db = useDatabase()
const { classroom, ask } = questions(db)
const { release } = cohorts(db)

interface Found {
  id: string
  lesson_id: string
  slug: string
  lesson: string
  title: string
  snippet: string | null
  state: string
  answers: number
  accepted: boolean
}

const search = async (who: Person, query: string) =>
  (await db.answer(who, 'search_questions', { query })) as Found[]
const titles = async (who: Person, query: string) =>
  (await search(who, query)).map(({ title }) =>
    title.replaceAll('\u0002', '').replaceAll('\u0003', ''),
  )
/** A word that no other test uses. */
let words = 0
const aWord = () => {
  words += 1
  return `zq${'abcdefghijklmnop'[words]}vx`
}

test('a question is found by the words of its title and text, with marks and its place', async () => {
  const { lesson, course, mia, ben } = await classroom()
  const word = aWord()
  const { id } = await ask(ben, lesson, { title: `Why is ${word} hot?`, body: `It burns ${word}.` })
  await ask(ben, lesson, { title: 'Other', body: `Something about ${word} and **milk**.` })
  const [first, second, ...rest] = await search(mia, word)
  expect(rest).toEqual([])
  expect(first).toMatchObject({
    ...{ id, lesson_id: lesson, slug: course.slug, lesson: 'Reading' },
    ...{ title: `Why is \u0002${word}\u0003 hot?`, state: 'OPEN', answers: 0, accepted: false },
  })
  expect(second?.snippet).toContain(`\u0002${word}\u0003`)
  expect(await titles(mia, `${word} milk`)).toEqual(['Other'])
  expect(await titles(mia, `${word.slice(0, 4)}`)).toHaveLength(2)
  expect(await titles(mia, `${word} missing`)).toEqual([])
  expect(await titles(mia, ' ?! ')).toEqual([])
})

test('Chinese, Japanese, Korean and Thai are found by a part of a run', async () => {
  const { lesson, mia, ben } = await classroom()
  await ask(ben, lesson, { title: '如何学习编程语言' })
  await ask(ben, lesson, { title: 'プログラミングを学ぶ方法' })
  await ask(ben, lesson, { title: '프로그래밍을 배우는 방법' })
  await ask(ben, lesson, { title: 'วิธีเรียนเขียนโปรแกรม' })
  expect(await titles(mia, '编程')).toEqual(['如何学习编程语言'])
  expect(await titles(mia, 'グラミング')).toEqual(['プログラミングを学ぶ方法'])
  expect(await titles(mia, '배우는')).toEqual(['프로그래밍을 배우는 방법'])
  expect(await titles(mia, 'โปรแกรม')).toEqual(['วิธีเรียนเขียนโปรแกรม'])
})

test('only those find a question who may read it', async () => {
  const { lesson, mia, ben, zoe, coach, admin } = await classroom()
  const stranger = await db.person()
  const word = aWord()
  const title = (what: string) => `${what} ${word}`
  await ask(mia, lesson, { title: title('everyone') })
  await ask(mia, lesson, { title: title('autumn'), audience: 'COHORT' })
  await ask(mia, lesson, { title: title('staff'), audience: 'STAFF' })
  const sorted = async (who: Person) => (await titles(who, word)).toSorted()
  const all = [title('autumn'), title('everyone'), title('staff')]
  expect(await sorted(mia)).toEqual(all)
  expect(await sorted(admin)).toEqual(all)
  expect(await sorted(coach)).toEqual(all)
  expect(await sorted(ben)).toEqual([title('autumn'), title('everyone')])
  expect(await sorted(zoe)).toEqual([title('everyone')])
  expect(await sorted(stranger)).toEqual([])
  expect(await db.call('visitor', 'search_questions', { query: word })).toMatchObject({
    code: '42501',
  })
})

test('a hundred unreadable questions hide no readable one', async () => {
  const { lesson, mia, ben, admin } = await classroom()
  const word = aWord()
  await db.owner(
    `insert into public.questions (lesson_id, author_id, title, audience, created_at)
     select $1, $2, 'Secret ' || $3, 'STAFF', now() - interval '1 day' from generate_series(1, 150)`,
    [lesson, mia.id, word],
  )
  await ask(mia, lesson, { title: `Open ${word}` })
  expect(await titles(ben, word)).toEqual([`Open ${word}`])
  expect(await search(admin, word)).toHaveLength(6)
})

test('nothing of a lesson is found before it opens, and after it was deleted', async () => {
  const { lesson, course, ben, zoe, mia, coach, autumn } = await classroom()
  const word = aWord()
  await ask(zoe, lesson, { title: `Reading ${word}` })
  await ask(zoe, course.link, { title: `Linked ${word}` })
  await release(autumn, course.link, 90)
  expect(await titles(mia, word)).toEqual([`Reading ${word}`])
  expect(await titles(coach, word)).toHaveLength(2)
  expect(await titles(zoe, word)).toHaveLength(2)
  await db.owner('update public.lessons set deleted_at = now() where id = $1', [lesson])
  expect(await titles(ben, word)).toEqual([])
  expect(await titles(coach, word)).toEqual([`Linked ${word}`])
})

test('banned people find nothing of the course, and ended access ends finding', async () => {
  const { lesson, course, mia, ben, admin } = await classroom()
  const late = await db.person()
  await db.entitle(late, course.id)
  const word = aWord()
  await ask(mia, lesson, { title: `Here ${word}` })
  expect(await titles(late, word)).toHaveLength(1)
  await db.owner(
    `update public.entitlements set expires_at = now() - interval '1 minute' where user_id = $1`,
    [late.id],
  )
  expect(await titles(late, word)).toEqual([])
  await db.answer(admin, 'ban_from_questions', { course_id: course.id, user_id: ben.id })
  expect(await titles(ben, word)).toEqual([])
  expect(await titles(mia, word)).toHaveLength(1)
})

test('deleted and merged questions are not found', async () => {
  const { lesson, mia, ben, admin } = await classroom()
  const word = aWord()
  const { id } = await ask(mia, lesson, { title: `Gone ${word}` })
  await db.answer(mia, 'delete_question', { question_id: id })
  expect(await titles(mia, word)).toEqual([])
  expect(await titles(admin, word)).toEqual([])
  await db.answer(mia, 'restore_question', { question_id: id })
  const other = await ask(ben, lesson, { title: `Kept ${word}` })
  await db.answer(admin, 'merge_questions', { question_id: id, into_id: other.id })
  expect(await titles(mia, word)).toEqual([`Kept ${word}`])
})
