import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

interface Report {
  position: number
  ranges?: string
  duration?: number | null
  age?: number
  as?: string | null
}

const record = (who: Person | 'visitor', lesson: string, report: Report) =>
  db.as(who, 'select public.record_progress($1, $2, $3, $4, $5, $6) as answer', [
    lesson,
    report.position,
    report.duration ?? null,
    report.ranges ?? '{}',
    report.age ?? 0,
    report.as ?? null,
  ])

async function stored(who: Person, lesson: string) {
  const [row] = await db.owner(
    `select position_sec::float as position, duration_sec::float as duration, watched::text,
       auto_completed_at is not null as auto,
       exists (select 1 from public.lesson_completions c where c.user_id = p.user_id and c.lesson_id = p.lesson_id) as done
     from public.lesson_progress p where user_id = $1 and lesson_id = $2`,
    [who.id, lesson],
  )
  return row
}

/** Creates a member and a video of 120 seconds. */
async function watching() {
  const [ada, course] = [await db.person(), await db.course()]
  await db.entitle(ada, course.id)
  return { ada, course, video: course.preview }
}

describe('record_progress()', () => {
  test('stores the position, and adds up watched seconds in any order of messages', async () => {
    const { ada, video } = await watching()
    await record(ada, video, { position: 30.25, ranges: '{[0,30)}', duration: 120 })
    await record(ada, video, { position: 60, ranges: '{[40,60)}' })
    const { rows } = await record(ada, video, { position: 35, ranges: '{[25,35)}' })
    expect(rows).toEqual([{ answer: { completed: false } }])
    expect(await stored(ada, video)).toEqual({
      position: 35,
      duration: 120,
      watched: '{[0,35),[40,60)}',
      auto: false,
      done: false,
    })
  })

  test('ignores a repeated message', async () => {
    const { ada, video } = await watching()
    const message = { position: 10, ranges: '{[0,10)}', duration: 120 }
    await record(ada, video, message)
    const once = await stored(ada, video)
    await record(ada, video, message)
    expect(await stored(ada, video)).toEqual(once)
  })

  test('adds the seconds of a late message without moving the person back', async () => {
    const { ada, video } = await watching()
    await record(ada, video, { position: 90, ranges: '{[80,90)}', duration: 120 })
    await record(ada, video, { position: 12, ranges: '{[0,12)}', age: 3600 })
    expect(await stored(ada, video)).toMatchObject({ position: 90, watched: '{[0,12),[80,90)}' })
    await record(ada, video, { position: 5, age: -100 })
    expect(await stored(ada, video)).toMatchObject({ position: 5 })
  })

  test('keeps the position of the report that arrives last, even if it is a few seconds older', async () => {
    const { ada, video } = await watching()
    await record(ada, video, { position: 20, age: 0 })
    // This report arrives later but is about an earlier time.
    await record(ada, video, { position: 21, age: 5 })
    expect(await stored(ada, video)).toMatchObject({ position: 21 })
  })

  test('stores the progress of two concurrent devices without a loss', async () => {
    const { ada, video } = await watching()
    const pieces = Array.from({ length: 12 }, (_, i) => [i * 8, i * 8 + 7])
    await Promise.all(
      pieces.map(([from, to]) =>
        record(ada, video, { position: to ?? 0, ranges: `{[${from},${to})}`, duration: 120 }),
      ),
    )
    expect((await stored(ada, video))?.watched).toBe(
      `{${pieces.map(([from, to]) => `[${from},${to})`).join(',')}}`,
    )
  })

  test('completes the lesson at nine tenths, once, and not again after an undo', async () => {
    const { ada, video } = await watching()
    await record(ada, video, { position: 107, ranges: '{[0,107)}', duration: 120 })
    expect(await stored(ada, video)).toMatchObject({ auto: false, done: false })
    const { rows } = await record(ada, video, { position: 108, ranges: '{[107,108)}' })
    expect(rows).toEqual([{ answer: { completed: true } }])
    expect(await stored(ada, video)).toMatchObject({ auto: true, done: true })
    await db.as(ada, 'delete from public.lesson_completions where lesson_id = $1', [video])
    await record(ada, video, { position: 120, ranges: '{[108,120)}' })
    expect(await stored(ada, video)).toMatchObject({ auto: true, done: false })
  })

  test('counts one second that is watched a hundred times as one', async () => {
    const { ada, video } = await watching()
    for (let i = 0; i < 5; i += 1) {
      await record(ada, video, { position: 60, ranges: '{[0,60),[30,60)}', duration: 120 })
    }
    expect(await stored(ada, video)).toMatchObject({ watched: '{[0,60)}', done: false })
  })

  test('uses the editor’s length if the player reports none', async () => {
    const { ada, video, course } = await watching()
    await record(ada, video, { position: 108, ranges: '{[0,108)}' })
    expect(await stored(ada, video)).toMatchObject({ duration: null, done: true })
    // If the length is unknown, no part of the video counts as nine tenths.
    await record(ada, course.link, { position: 5000, ranges: '{[0,5000)}' })
    expect(await stored(ada, course.link)).toMatchObject({ done: false })
  })

  test('prefers the player’s length to the editor’s', async () => {
    const { ada, video } = await watching()
    await record(ada, video, { position: 110, ranges: '{[0,110)}', duration: 600 })
    expect(await stored(ada, video)).toMatchObject({ done: false })
  })

  test('refuses visitors, strangers, other people and ended access', async () => {
    const { ada, course } = await watching()
    const grace = await db.person()
    expect((await record('visitor', course.text, { position: 1 })).code).toBe('42501')
    expect((await record(grace, course.text, { position: 1 })).code).toBe('42501')
    expect((await record(grace, course.preview, { position: 1, as: ada.id })).code).toBe('42501')
    expect((await record(ada, course.text, { position: 1, as: ada.id })).code).toBeUndefined()
    await db.owner('delete from public.entitlements where user_id = $1', [ada.id])
    expect((await record(ada, course.text, { position: 2 })).code).toBe('42501')
    expect(await stored(ada, course.text)).toMatchObject({ position: 1 })
    expect(await stored(grace, course.preview)).toBeUndefined()
  })

  test('refuses invalid positions', async () => {
    const { ada, video } = await watching()
    expect((await record(ada, video, { position: -1 })).code).toBe('23514')
    expect((await record(ada, video, { position: 900_000 })).code).toBe('23514')
    expect((await record(ada, video, { position: 1, ranges: '{[-5,3)}' })).code).toBe('23514')
    expect((await record(ada, video, { position: 1, ranges: 'all of it' })).code).toBe('22P02')
    expect(await stored(ada, video)).toBeUndefined()
  })

  test('does not store a thousand separate ranges', async () => {
    const { ada, video } = await watching()
    const dust = Array.from({ length: 1001 }, (_, i) => `[${i * 2},${i * 2 + 1})`).join(',')
    await record(ada, video, { position: 1, ranges: `{${dust}}`, duration: 5000 })
    expect(await stored(ada, video)).toMatchObject({ position: 1, watched: '{}' })
  })
})

describe('the table itself', () => {
  test('never loses watched seconds in a write, and refuses forged times', async () => {
    const { ada, video } = await watching()
    await record(ada, video, { position: 50, ranges: '{[0,50)}', duration: 120 })
    await db.as(ada, `update public.lesson_progress set watched = '{}', position_sec = 3`)
    expect(await stored(ada, video)).toMatchObject({ position: 3, watched: '{[0,50)}' })
    expect(
      (await db.as(ada, 'update public.lesson_progress set auto_completed_at = null')).code,
    ).toBe('42501')
    await db.as(ada, `update public.lesson_progress set position_at = now() + interval '1 year'`)
    await record(ada, video, { position: 4 })
    expect(await stored(ada, video)).toMatchObject({ position: 4 })
  })
})
