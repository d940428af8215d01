import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../../database'
import { courseTree } from '../../wire/course-trees'
import { rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'
import { atOnce, inLanes, tally, verdict } from '../at-once'

const db = useDatabase()

const complete = (token: string, lesson: string, user: Person) =>
  rest('lesson_completions?on_conflict=user_id,lesson_id', {
    method: 'POST',
    token,
    headers: { prefer: 'resolution=ignore-duplicates,return=minimal' },
    body: { user_id: user.id, lesson_id: lesson },
  })

const completed = async (person: Person) =>
  (
    await db.owner('select lesson_id from public.lesson_completions where user_id = $1', [
      person.id,
    ])
  ).map(({ lesson_id }) => String(lesson_id))

/** Creates twenty lessons that the person may open. */
async function manyLessons(person: Person) {
  const tree = await courseTree(db, { by: await db.person(), entitled: [person] })
  const rows = await db.owner(
    `insert into public.lessons (module_id, title, index, content_type)
     select $1, 'Lesson ' || i, i, 'TEXT' from generate_series(1, 20) i returning id`,
    [tree.module],
  )
  return { tree, lessons: rows.map(({ id }) => String(id)) }
}

test('the same completion that is sent four hundred times is stored once, without an error', async () => {
  const person = await db.person()
  const { lesson } = await courseTree(db, { by: await db.person(), entitled: [person] })
  const token = await tokenFor(person)
  const answers = await inLanes(400, 50, () => complete(token, lesson, person))
  expect(tally(answers.map(verdict))).toEqual({ done: 400 })
  expect(await completed(person)).toEqual([lesson])
})

test('concurrent completions and undos end with one completion or none, without an error', async () => {
  const person = await db.person()
  const { lesson } = await courseTree(db, { by: await db.person(), entitled: [person] })
  const token = await tokenFor(person)
  const undo = () =>
    rest(`lesson_completions?user_id=eq.${person.id}&lesson_id=eq.${lesson}`, {
      method: 'DELETE',
      token,
    })
  const answers = await inLanes(200, 40, (i) =>
    i % 2 === 0 ? complete(token, lesson, person) : undo(),
  )
  expect(tally(answers.map(verdict))).toEqual({ done: 200 })
  await complete(token, lesson, person)
  expect(await completed(person)).toEqual([lesson])
})

describe('revoking access while a person completes lessons', () => {
  test('keeps earlier completions, and accepts none afterwards', async () => {
    const moderator = await tokenFor(await db.person({ role: 'MODERATOR' }))
    for (let round = 0; round < 8; round += 1) {
      const person = await db.person()
      const token = await tokenFor(person)
      const { tree, lessons } = await manyLessons(person)
      let revoked = false
      const early: string[] = []
      const late: string[] = []
      const revoke = async () => {
        const answer = await rest(
          `entitlements?user_id=eq.${person.id}&course_id=eq.${tree.course}`,
          { method: 'DELETE', token: moderator, headers: { prefer: 'return=representation' } },
        )
        expect(answer.body).toHaveLength(1)
        revoked = true
      }
      await Promise.all([
        atOnce(10, async (i) => {
          for (const lesson of [lessons[2 * i], lessons[2 * i + 1]]) {
            const after = revoked
            const answer = await complete(token, lesson ?? '', person)
            if (verdict(answer) === 'done') (after ? late : early).push(lesson ?? '')
            else expect(verdict(answer)).toBe('42501')
          }
        }),
        revoke(),
      ])
      expect(late).toEqual([])
      expect(verdict(await complete(token, tree.lesson, person))).toBe('42501')
      expect((await completed(person)).sort()).toEqual(early.sort())
    }
  })
})
