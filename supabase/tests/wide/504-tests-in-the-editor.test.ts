import { EMPTY_ASSIGNMENT } from '@rookies/data/assignments/edit-assignment'
import { type TestValues, testPart, testProblems } from '@rookies/data/assignments/edit-tests'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'
import { courseFolders, type Exported, listed } from '../scenes/course-folders'

// The settings of tests in the editor, in versions, copies and folders (rules/repositories#assignment).
const db = useDatabase()
const { task } = assignments(db)
const { read, run } = courseFolders(db)

const TYPED: TestValues = {
  grader: 'school/grading/.github/workflows/tea.yml@v1',
  grader_sha: 'a'.repeat(40),
  template_url: ' https://github.com/school/template ',
  suite: 'tea',
  paths: 'src\n\n test/helpers.js \nsrc',
  expected: 'pours\nis hot › 90 °C',
  tests_do: 'GATE',
  push_hands_in: true,
}
const PART = testPart(TYPED)

const save = (who: Person, lesson: string, assignment: object) =>
  db.as(
    who,
    'select public.save_lesson(to_jsonb(l) || $2::jsonb) from public.lessons l where l.id = $1',
    [lesson, JSON.stringify({ assignment })],
  )

const fields = async (lesson: string) =>
  (await db.owner('select private.assignment_fields($1) as it', [lesson]))[0]?.it

async function scene() {
  const admin = await db.person({ role: 'ADMIN' })
  const made = await task({ accepts: ['TEXT', 'REPOSITORY'] })
  await db.owner(`update public.lessons set created_at = now() - interval '1 day' where id = $1`, [
    made.lesson,
  ])
  expect((await save(admin, made.lesson, PART)).code).toBeUndefined()
  return { ...made, admin }
}

test('the settings of tests are saved as the form gives them, and reset when the grader is removed', async () => {
  const { admin, lesson } = await scene()
  expect(await fields(lesson)).toMatchObject({
    ...PART,
    ...{ template_url: 'https://github.com/school/template', paths: ['src', 'test/helpers.js'] },
  })
  await save(admin, lesson, { due_day: 3 })
  expect(await fields(lesson)).toMatchObject({ ...PART, due_day: 3 })
  await save(admin, lesson, { grader: PART.grader?.replace('v1', 'v2') })
  expect(await fields(lesson)).toMatchObject({ suite: 'tea', grader_sha: null })
  await save(admin, lesson, { grader: null })
  const none = testPart({ ...TYPED, grader: ' ' })
  expect(none).toMatchObject({ suite: null, paths: [], expected: [], tests_do: 'SHOW' })
  expect(await fields(lesson)).toMatchObject(none)
})

const WRONG: [Partial<TestValues>, keyof TestValues][] = [
  [{ grader: 'school/grading' }, 'grader'],
  [{ grader: 'school/grading/.github/workflows/tea.yml' }, 'grader'],
  [{ grader: 'school/grading/.github/workflows/../tea.sh@v1' }, 'grader'],
  [{ grader_sha: 'abc' }, 'grader_sha'],
  [{ template_url: 'javascript:alert(1)' }, 'template_url'],
  [{ suite: 'Tea Cups' }, 'suite'],
  [{ suite: '' }, 'suite'],
  [{ paths: '../tests' }, 'paths'],
  [{ paths: '/etc' }, 'paths'],
  [{ paths: '.git/hooks' }, 'paths'],
  [{ paths: 'src/$(id)' }, 'paths'],
  [{ paths: Array.from({ length: 51 }, (_, at) => `f${at}`).join('\n') }, 'paths'],
  [{ expected: '' }, 'expected'],
  [{ expected: 'x'.repeat(301) }, 'expected'],
  [{ expected: Array.from({ length: 501 }, (_, at) => `t${at}`).join('\n') }, 'expected'],
]

test.each(WRONG)(
  '%j is refused with the message that the form shows at the field',
  async (wrong, field) => {
    const { admin, lesson } = await scene()
    const typed = { ...EMPTY_ASSIGNMENT, ...TYPED, ...wrong, accepts: ['REPOSITORY' as const] }
    const said = testProblems(typed)
    expect(Object.keys(said)).toEqual([field])
    expect(await save(admin, lesson, testPart(typed))).toMatchObject({
      ...{ code: 'PT422', hint: field, message: Object.values(said)[0] },
    })
  },
)

test('only repositories are tested, and an update of single columns cannot bypass the checks', async () => {
  const { admin, lesson } = await scene()
  const message = 'Only repositories can be tested. Let people hand in a repository.'
  expect(testProblems({ ...TYPED, accepts: ['TEXT'] })).toEqual({ grader: message })
  expect(await save(admin, lesson, { accepts: ['TEXT'] })).toMatchObject({
    hint: 'grader',
    message,
  })
  for (const set of [`paths = '{../x}'`, `grader = 'x'`, `accepts = '{TEXT}'`, `suite = 'A'`]) {
    const sql = `update public.assignments set ${set} where lesson_id = $1`
    expect((await db.as(admin, sql, [lesson])).code, set).toBe('23514')
  }
  const sql = `update public.assignments set grader_new_sha = repeat('b', 40) where lesson_id = $1`
  expect((await db.as(admin, sql, [lesson])).code).toBe('42501')
})

test('versions, copies, and course folders contain the settings of tests', async () => {
  const { admin, lesson, course } = await scene()
  await db.answer(admin, 'duplicate_lesson', { lesson_id: lesson })
  const [copy] = await db.owner(
    `select l.id from public.lessons l where l.module_id = $1 and l.content_type = 'ASSIGNMENT' and l.id <> $2`,
    [course.moduleId, lesson],
  )
  expect(await fields(String(copy?.id))).toMatchObject(PART)
  const folder = listed(await read(admin, course.id)) as unknown as Exported
  await save(admin, lesson, { grader: null })
  const versions = (await db.answer(admin, 'lesson_version_list', { lesson_id: lesson })) as {
    id: string
  }[]
  expect(await db.answer(admin, 'lesson_version', { version_id: versions[0]?.id })).toMatchObject({
    ...{ texts: { assignment: { grader: null } }, earlier: { assignment: PART } },
  })
  await run(admin, folder)
  expect(await fields(lesson)).toMatchObject(PART)
})
