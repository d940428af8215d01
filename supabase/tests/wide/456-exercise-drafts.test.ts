import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { code, exercises, HIDDEN, json, SOLUTION } from '../scenes/exercises'

// The code that a person writes is available on all their devices, and no version is lost (rules/exercises#drafts).
const db = useDatabase()
const { exercise, group, handIn, run, page } = exercises(db)

async function scene() {
  const made = await exercise()
  const mia = await db.person()
  await group(made, [mia])
  return { ...made, mia }
}

const keep = (who: Person, lesson: string, text: string, more: object = {}) =>
  db.call(who, 'save_exercise_draft', {
    lesson_id: lesson,
    files: json(code(text)),
    revision: randomUUID(),
    ...more,
  })

const answer = async (outcome: ReturnType<typeof keep>) => (await outcome).rows[0]?.answer

test('a repeated call that saves a draft changes nothing', async () => {
  const { mia, lesson } = await scene()
  const revision = randomUUID()
  for (let i = 0; i < 2; i++) {
    expect(await answer(keep(mia, lesson, 'a', { revision }))).toEqual({ revision, kept: [] })
  }
  expect(await page(mia, lesson)).toMatchObject({ draft: { files: code('a'), revision, kept: [] } })
})

test('open pages of the person get a signal, which does not contain the code', async () => {
  const { mia, lesson } = await scene()
  await db.owner('delete from public.list_changes')
  await keep(mia, lesson, 'a')
  expect(await db.owner('select resource, user_id from public.list_changes')).toEqual([
    { resource: 'draft', user_id: mia.id },
  ])
})

test('of two devices, the later code becomes the draft and the other is kept beside it', async () => {
  const { mia, lesson } = await scene()
  const [laptop, phone] = [randomUUID(), randomUUID()]
  await keep(mia, lesson, 'laptop', { revision: laptop, age_sec: 10 })
  // The phone wrote earlier, without a connection, and sends now.
  expect(await answer(keep(mia, lesson, 'phone', { revision: phone, age_sec: 60 }))).toMatchObject({
    revision: laptop,
    files: code('laptop'),
    kept: [{ files: code('phone'), revision: phone }],
  })
  const later = randomUUID()
  expect(await answer(keep(mia, lesson, 'newest', { revision: later }))).toMatchObject({
    revision: later,
    kept: [{ files: code('laptop') }, { files: code('phone') }],
  })
})

test('code that was made from the stored code replaces it, and kept code is deleted when the person discards it', async () => {
  const { mia, lesson } = await scene()
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
  await keep(mia, lesson, 'one', { revision: one })
  await keep(mia, lesson, 'two', { revision: two })
  expect(
    await answer(
      keep(mia, lesson, 'three', { revision: three, based_on: [two], drop_kept: [one] }),
    ),
  ).toEqual({ revision: three, kept: [] })
})

test('three versions of other devices are kept at most', async () => {
  const { mia, lesson } = await scene()
  for (const text of ['a', 'b', 'c', 'd', 'e']) await keep(mia, lesson, text)
  expect(await page(mia, lesson)).toMatchObject({
    draft: {
      files: code('e'),
      kept: [{ files: code('d') }, { files: code('c') }, { files: code('b') }],
    },
  })
})

test('a draft stays when its code is handed in', async () => {
  const { mia, lesson } = await scene()
  await keep(mia, lesson, 'a')
  await handIn(mia, lesson)
  expect(await page(mia, lesson)).toMatchObject({ draft: { files: code('a') } })
})

test('only its owner can read or write a draft', async () => {
  const { mia, lesson, author } = await scene()
  await keep(mia, lesson, 'secret')
  const noa = await db.person()
  for (const who of [author, noa, await db.person({ role: 'MODERATOR' })]) {
    expect((await db.as(who, 'select * from public.exercise_drafts')).rows).toEqual([])
  }
  expect(await keep(noa, lesson, 'x')).toMatchObject({ code: 'PT404' })
  expect(await keep(mia, lesson, 'x', { as_user: noa.id })).toMatchObject({ code: '42501' })
  expect(await keep(mia, lesson, 'x'.repeat(204_801))).toMatchObject({ code: 'PT422' })
  expect(await keep(mia, lesson, 'x', { files: '[]' })).toMatchObject({ code: 'PT422' })
})

test('a person’s own data contain their runs and drafts, and both are deleted with the account', async () => {
  const { mia, lesson } = await scene()
  await keep(mia, lesson, 'a draft')
  await run(mia, lesson, 'FAIL', [{ name: 'adds', ok: false }])
  const data = (await db.answer(mia, 'my_data', {})) as Record<string, unknown>
  expect(data.exercises).toMatchObject([
    {
      lesson: 'Return a value',
      runs: 1,
      failed_runs: 1,
      kept: [{ files: code('export const sum = () => 1'), verdict: 'FAIL' }],
    },
  ])
  expect(data.exercise_drafts).toMatchObject([{ lesson: 'Return a value', files: code('a draft') }])
  expect(json(data)).not.toMatch(new RegExp(`${HIDDEN}|${SOLUTION}`))
  await db.authService('delete from auth.users where id = $1', [mia.id])
  const left = await db.owner(
    `select user_id from public.exercise_runs where user_id = $1
     union all select user_id from public.exercise_drafts where user_id = $1
     union all select user_id from private.exercise_standings where user_id = $1
     union all select user_id from private.exercise_hours where user_id = $1`,
    [mia.id],
  )
  expect(left).toEqual([])
})
