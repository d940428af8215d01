import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { code, exercises, HIDDEN, json, SOLUTION } from './scenes/exercises'

// Hidden tests and solutions can be read by people who may update the lesson; the solution also by people to whom it is
// open (rules/exercises#secrets).
const db = useDatabase()
const { exercise, group, handIn, run, save, page } = exercises(db)
const SECRETS = new RegExp(`${HIDDEN}|${SOLUTION}`)

async function scene() {
  const made = await exercise()
  const mia = await db.person({ name: 'Mia' })
  await group(made, [mia])
  return { ...made, mia }
}

/** Everything that a person reads of the tables of the API, as text. */
async function readsOfTables(who: Person): Promise<string> {
  const tables = await db.owner(
    `select c.relname as name, (
       select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege('authenticated', c.oid, a.attnum, 'select')) as columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
       and has_any_column_privilege('authenticated', c.oid, 'select')`,
  )
  const read: unknown[] = []
  for (const { name, columns } of tables) {
    const { rows, code: refused } = await db.as(who, `select ${columns} from public.${name}`)
    if (!refused) read.push(rows)
  }
  return JSON.stringify(read)
}

describe('hidden tests and solution', () => {
  test('are in no table that learners, moderators and administrators read', async () => {
    const { mia, lesson, author } = await scene()
    await save(author, lesson, 2, { hints: [] })
    await run(mia, lesson, 'FAIL', [
      { name: 'one', ok: false, hidden: true, problem: { message: HIDDEN } },
    ])
    for (const who of [mia, await db.person({ role: 'MODERATOR' }), author]) {
      expect(await readsOfTables(who)).not.toMatch(SECRETS)
    }
  })

  test('are not found by search, and the brief is', async () => {
    const { mia, lesson, author } = await scene()
    const word = `tea${randomUUID().slice(0, 8)}`
    await db.owner('update public.lessons set content = $2 where id = $1', [
      lesson,
      `Drink ${word}.`,
    ])
    await save(author, lesson, 2, { files: code('begins-here'), tests: 'shown-test' })
    for (const who of [mia, author]) {
      const found = json(await db.answer(who, 'search', { query: word }))
      expect(found).toContain(lesson)
      for (const query of [HIDDEN, SOLUTION, 'begins-here', 'shown-test']) {
        expect(json(await db.answer(who, 'search', { query }))).not.toContain(lesson)
      }
    }
  })

  test('are in no audit record, and neither is code, a test, or a result', async () => {
    const { mia, lesson, author, course } = await scene()
    await save(author, lesson, 2, {
      tests: 'CODE-A',
      hidden: 'CODE-B',
      hints: [{ after: 1, text: 'CODE-C' }],
      solution: code('CODE-D'),
    })
    await handIn(mia, lesson, { files: json(code('CODE-E')), claimed: 'PASS' })
    await run(mia, lesson, 'FAIL', [{ name: 'CODE-F', ok: false }])
    const records = await db.owner(
      `select action, before, after, title from public.audit_logs where course_id = $1 and action like 'exercise%' order by id`,
      [course.id],
    )
    expect(records.map(({ action }) => action)).toEqual([
      'exercise.update',
      'exercise.publish',
      'exercise.update',
      'exercise_run.hand_in',
      'exercise_run.hand_in',
    ])
    expect(JSON.stringify(records)).not.toMatch(/CODE-|FAIL|PASS|PENDING/)
    expect(JSON.stringify(records)).not.toMatch(SECRETS)
    const all = await db.owner('select to_jsonb(l) as row from public.audit_logs l where l.id > 0')
    expect(JSON.stringify(all)).not.toMatch(/CODE-[A-F]/)
  })

  test('are in no error', async () => {
    const { lesson, author } = await scene()
    for (const wrong of [
      { files: json(7) },
      { files: code('x'.repeat(204_801)) },
      { solution: [{ path: '../x', text: SOLUTION }] },
      { hidden: 7 },
      { hidden: `${HIDDEN}${'x'.repeat(204_800)}` },
      { time_ms: 5000 },
      { hints: [{ after: 0, text: '' }] },
      { solution_after: 0 },
      { practice: 'yes' },
      { language: 'PAGE', hidden: '' },
      { language: 'PAGE', files: [{ path: 'index.html', text: SOLUTION }] },
      { language: 'PHP' },
      { language: null },
    ]) {
      const { code: refused, message } = await save(author, lesson, 2, wrong)
      expect(refused, json(wrong).slice(0, 80)).toBe('PT422')
      expect(message).not.toMatch(SECRETS)
    }
    expect(await save(author, lesson, 1, { tests: 'x' })).toMatchObject({ code: 'PT409' })
  })

  test('are not published, and neither is any table of exercises', async () => {
    const published = await db.owner(
      `select tablename from pg_publication_tables where tablename like 'exercise%'`,
    )
    expect(published).toEqual([])
  })
})

describe('the solution', () => {
  const look = (who: Person, lesson: string) =>
    db.call(who, 'exercise_solution', { lesson_id: lesson })

  test('opens after the number of failed runs that the author set, and it is stored that the person looked', async () => {
    const { mia, lesson } = await scene()
    for (let i = 0; i < 2; i++) await run(mia, lesson, 'FAIL')
    const waiting = await handIn(mia, lesson)
    expect(await look(mia, lesson)).toMatchObject({ code: 'PT403' })
    expect(await page(mia, lesson)).toMatchObject({ solution_open: false, looked_at: null })
    await db.owner('delete from public.exercise_runs where id = $1', [waiting.id])
    await run(mia, lesson, 'ERROR')
    expect(await page(mia, lesson)).toMatchObject({ solution_open: true, looked_at: null })
    expect(json((await look(mia, lesson)).rows)).toContain(SOLUTION)
    const first = (await page(mia, lesson)).looked_at
    expect(first).not.toBeNull()
    await look(mia, lesson)
    expect((await page(mia, lesson)).looked_at).toBe(first)
  })

  test('opens after a pass, and then it is not stored that the person looked', async () => {
    const { mia, lesson } = await scene()
    await run(mia, lesson, 'PASS')
    expect(json((await look(mia, lesson)).rows)).toContain(SOLUTION)
    expect(await page(mia, lesson)).toMatchObject({ looked_at: null })
  })

  test('opens only after a pass if the author set no number', async () => {
    const made = await exercise({ fields: { solution_after: null } })
    const mia = await db.person()
    await group(made, [mia])
    for (let i = 0; i < 20; i++) await run(mia, made.lesson, 'FAIL')
    expect(await look(mia, made.lesson)).toMatchObject({ code: 'PT403' })
  })

  test('is the one of the proved version for learners, and the newest one for authors', async () => {
    const { mia, lesson, author } = await scene()
    await run(mia, lesson, 'PASS')
    await save(author, lesson, 2, { solution: code('the next one') })
    expect(json((await look(mia, lesson)).rows)).toContain(SOLUTION)
    expect(json((await look(author, lesson)).rows)).toContain('the next one')
  })
})
