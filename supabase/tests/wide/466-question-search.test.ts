import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { cohorts } from '../scenes/cohorts'
import { questions } from '../scenes/questions'

// Questions in the portal's search, by the rule by which they are read (rules/questions#searching).
const db = useDatabase()
const { classroom, ask, answer, insertAnswer, insertQuestion } = questions(db)
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
  answer_id: string | null
  answer_accepted: boolean
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
  return `zq${'abcdefghijklmnopqrstuvwxyz'[words]}vx`
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

test('a tag that a person writes is text, which is found and shown', async () => {
  const { lesson, mia, ben } = await classroom()
  const tag = aWord()
  const { id } = await ask(ben, lesson, { title: 'Tags', body: `Why does <${tag} id="a"> reload?` })
  const [found] = await search(mia, tag)
  expect(found).toMatchObject({ id, snippet: `Why does <\u0002${tag}\u0003 id="a"> reload?` })
  const inAnswer = aWord()
  await answer(ben, id, { body: `Use </${inAnswer}> and **wait**.` })
  expect((await search(mia, inAnswer))[0]?.snippet).toBe(`Use </\u0002${inAnswer}\u0003> and wait.`)
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

test('only people who may read a question find it', async () => {
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

test('questions about a lesson are not found before it opens and after it was deleted', async () => {
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

test('people who are banned from a course or whose access has ended find none of its questions', async () => {
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

test('a question is found by the words of an answer, whose excerpt is shown, after questions with the words', async () => {
  const { lesson, mia, ben, coach } = await classroom()
  const word = aWord()
  const other = await ask(mia, lesson, { title: 'Cold tea', body: 'It is cold.' })
  const said = await answer(ben, other.id, { body: `Use **${word}** for that.` })
  const [found] = await search(mia, word)
  expect(found).toMatchObject({
    ...{ id: other.id, title: 'Cold tea', answer_id: said.id, answer_accepted: false },
    snippet: `Use \u0002${word}\u0003 for that.`,
  })
  const best = await answer(coach, other.id, { body: `No, ${word} is wrong here, ${word}.` })
  await db.answer(mia, 'accept_answer', { question_id: other.id, answer_id: said.id })
  const itself = await ask(ben, lesson, { title: `Some ${word}` })
  expect(await search(mia, word)).toMatchObject([
    { id: itself.id, answer_id: null, answer_accepted: false, snippet: null },
    { id: other.id, answer_id: said.id, answer_accepted: true },
  ])
  await db.answer(mia, 'accept_answer', { question_id: other.id, answer_id: best.id })
  expect((await search(mia, word))[1]).toMatchObject({ answer_id: best.id })
  expect(await search(mia, `${word} missing`)).toEqual([])
})

test('answers in Chinese, Japanese, Korean and Thai are found by a part of a run', async () => {
  const { lesson, mia, ben } = await classroom()
  const { id } = await ask(mia, lesson, { title: 'In a script without spaces' })
  await answer(ben, id, { body: '请把浮动布局换成网格布局' })
  await answer(ben, id, { body: 'フレックスボックスを使います' })
  await answer(ben, id, { body: '여백을가운데맞춤으로바꾸세요' })
  await answer(ben, id, { body: 'ใช้กล่องยืดหยุ่นเพื่อจัดตำแหน่ง' })
  for (const part of ['网格布局', 'ボックスを使', '가운데맞춤으로', 'ยืดหยุ่นเพื่อ']) {
    expect(await titles(mia, part)).toEqual(['In a script without spaces'])
  }
  // The text contains some of the term's pairs of letters, but not all of them.
  expect(await titles(mia, '가운데맞춤여백을바')).toEqual([])
})

test('only people who may read its question find an answer', async () => {
  const { lesson, course, mia, ben, zoe, coach, admin } = await classroom()
  const stranger = await db.person()
  const word = aWord()
  for (const audience of ['EVERYONE', 'COHORT', 'STAFF']) {
    const { id } = await ask(mia, lesson, { title: audience, audience })
    await answer(mia, id, { body: `See ${word}.` })
  }
  const sorted = async (who: Person) => (await titles(who, word)).toSorted()
  const all = ['COHORT', 'EVERYONE', 'STAFF']
  for (const who of [mia, coach, admin]) expect(await sorted(who)).toEqual(all)
  expect(await sorted(ben)).toEqual(['COHORT', 'EVERYONE'])
  expect(await sorted(zoe)).toEqual(['EVERYONE'])
  expect(await sorted(stranger)).toEqual([])
  await db.answer(admin, 'ban_from_questions', { course_id: course.id, user_id: mia.id })
  expect(await sorted(mia)).toEqual([])
  // Answers of banned people can still be found.
  expect(await sorted(zoe)).toEqual(['EVERYONE'])
  await db.owner('update public.lessons set deleted_at = now() where id = $1', [lesson])
  expect(await sorted(zoe)).toEqual([])
})

test('edited answers are found by their present text, deleted ones are not found, and moved ones lead to their question', async () => {
  const { lesson, mia, ben, admin } = await classroom()
  const [word, later] = [aWord(), aWord()]
  const { id } = await ask(mia, lesson, { title: 'First' })
  const said = await answer(ben, id, { body: `Say ${word}` })
  await db.answer(ben, 'edit_answer', { answer_id: said.id, body: `Say ${later}` })
  expect(await titles(mia, word)).toEqual([])
  expect(await titles(mia, later)).toEqual(['First'])
  await db.answer(ben, 'delete_answer', { answer_id: said.id })
  expect(await titles(mia, later)).toEqual([])
  expect(await titles(admin, later)).toEqual([])
  await db.answer(ben, 'restore_answer', { answer_id: said.id })
  const into = await ask(ben, lesson, { title: 'Second' })
  await db.answer(admin, 'merge_questions', { question_id: id, into_id: into.id })
  expect(await titles(mia, later)).toEqual(['Second'])
  await db.answer(ben, 'delete_question', { question_id: into.id })
  expect(await titles(mia, later)).toEqual([])
})

test('another answer to a question does not change the indexed words of the others', async () => {
  const { lesson, mia, ben } = await classroom()
  const { id } = await ask(mia, lesson, { title: 'Much answered' })
  await db.owner(
    `insert into public.answers (question_id, author_id, body) select $1, $2, 'Answer ' || i from generate_series(1, 200) i`,
    [id, ben.id],
  )
  const rows = () =>
    db.owner(
      'select answer_id, ctid::text from private.answer_documents where question_id = $1 order by ctid',
      [id],
    )
  const before = await rows()
  expect(before).toHaveLength(200)
  await answer(mia, id, { body: 'One more' })
  const after = await rows()
  expect(after).toHaveLength(201)
  expect(after).toEqual(expect.arrayContaining(before))
})

test('a frequent word is found in a question or an answer that few people may read', async () => {
  const { lesson, mia, ben, zoe, admin } = await classroom()
  const [word, said] = [aWord(), aWord()]
  // The smallest ids, because a sample of these says how frequent a word is.
  await db.owner(
    `with asked as (
       insert into public.questions (id, lesson_id, author_id, title, audience, created_at)
       select ('00000000-0000-0000-0000-' || lpad(i::text, 12, '0'))::uuid, $1, $2, 'Secret ' || $3, 'STAFF', now() from generate_series(1, 150) i
       returning id)
     insert into public.answers (id, question_id, author_id, body) select id, id, $2, 'Hidden ' || $4 from asked`,
    [lesson, mia.id, word, said],
  )
  const open = await insertQuestion(lesson, ben, {
    title: `Open ${word}`,
    created_at: '2026-01-01',
  })
  await insertAnswer(open, zoe, { body: `Answer ${said}` })
  for (const text of [word, said, `${said.slice(0, 4)}`]) {
    expect((await search(zoe, text)).map(({ id }) => id)).toContain(open)
    expect((await search(zoe, text)).filter(({ title }) => title.includes('Secret'))).toEqual([])
    expect(await search(admin, text)).toHaveLength(6)
    expect(await search(mia, text)).toHaveLength(6)
  }
})

test('a question with hundreds of answers does not hide another one', async () => {
  const { lesson, mia, ben, admin } = await classroom()
  const [rare, frequent] = [aWord(), aWord()]
  const fill = async (question: string, word: string, id: string) => {
    await db.owner(
      `insert into public.answers (id, question_id, author_id, body)
       select ${id}, $1, $2, 'Say ' || $3 from generate_series(1, 250) i`,
      [question, ben.id, word],
    )
  }
  const long = await insertQuestion(lesson, mia, { title: `Long ${rare}` })
  const longer = await insertQuestion(lesson, mia, { title: 'Longer' })
  await fill(long, rare, 'gen_random_uuid()')
  // The smallest ids, because a sample of these says how frequent a word is.
  await fill(longer, frequent, `('00000000-0000-0000-0001-' || lpad(i::text, 12, '0'))::uuid`)
  const short = await insertQuestion(lesson, mia, { title: 'Short' })
  const best = await insertAnswer(longer, ben, { body: `Best ${frequent}` })
  await db.answer(mia, 'accept_answer', { question_id: longer, answer_id: best })
  await insertAnswer(short, ben, { body: `${rare}, or ${frequent}` })
  for (const who of [ben, admin]) {
    expect(await titles(who, rare)).toEqual([`Long ${rare}`, 'Short'])
    expect((await titles(who, frequent)).toSorted()).toEqual(['Longer', 'Short'])
  }
  const found = await search(ben, frequent)
  expect(found.find(({ id }) => id === longer)).toMatchObject({ answer_id: best })
})

test('questions of deleted lessons do not take the places of others, also for staff who read all', async () => {
  const { lesson, mia, admin } = await classroom()
  const gone = await classroom()
  const word = aWord()
  for (let i = 0; i < 7; i += 1)
    await insertQuestion(gone.lesson, mia, { title: `${word} ${word}` })
  await insertQuestion(lesson, mia, { title: `There is ${word}` })
  const answered = await insertQuestion(lesson, mia, { title: 'Answered' })
  await insertAnswer(answered, mia, { body: word })
  await db.owner('update public.lessons set deleted_at = now() where id = $1', [gone.lesson])
  expect(await titles(admin, word)).toEqual([`There is ${word}`, 'Answered'])
})
