import { formatRanges } from '@rookies/data/progress/ranges'
import { PERCENT_EXAMPLES, WATCHED_EXAMPLES } from '@rookies/data/testing/progress-examples'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

const OLD = 'YOUTUBE:aqz-KE-bpKQ'
const NEW = 'YOUTUBE:dQw4w9WgXcQ'

interface Report {
  position: number
  ranges: string
  duration?: number
  age?: number
  video?: string
}

const record = (who: Person, lesson: string, report: Report) =>
  db.as(who, 'select public.record_progress($1, $2, $3, $4, $5, $6, $7) as answer', [
    lesson,
    report.position,
    report.duration ?? null,
    report.ranges,
    report.age ?? 0,
    who.id,
    report.video ?? null,
  ])

async function stored(who: Person, lesson: string) {
  const [row] = await db.owner(
    `select position_sec::float as position, duration_sec::float as duration, watched::text, video,
       exists (select 1 from public.lesson_completions c where c.user_id = p.user_id and c.lesson_id = p.lesson_id) as done
     from public.lesson_progress p where user_id = $1 and lesson_id = $2`,
    [who.id, lesson],
  )
  return row
}

const change = (lesson: string, set: string) =>
  db.owner(`update public.lessons set ${set} where id = $1`, [lesson])
const replace = (lesson: string) => change(lesson, `video_asset_id = 'dQw4w9WgXcQ'`)

/** Creates a video of ten minutes, and a person who has watched half of it. */
async function halfWatched() {
  const [ada, course] = [await db.person(), await db.course()]
  await db.entitle(ada, course.id)
  const lesson = course.preview
  await record(ada, lesson, { position: 300, ranges: '{[0,300)}', duration: 600, video: OLD })
  const outline = async () => {
    const { rows } = await db.as(
      ada,
      `select jsonb_path_query_first(public.course_outline($1), '$.modules[*].lessons[*] ? (@.id == $id)',
         jsonb_build_object('id', $2::text)) as lesson`,
      [course.slug, lesson],
    )
    return rows[0]?.lesson
  }
  return { ada, course, lesson, outline }
}

describe('the progress of a replaced video', () => {
  test('does not count for the next video, whose progress starts at zero', async () => {
    const { ada, lesson, outline } = await halfWatched()
    expect(await outline()).toMatchObject({ watched: 50 })
    await replace(lesson)
    expect(await outline()).not.toHaveProperty('watched')
    await record(ada, lesson, { position: 5, ranges: '{[0,5)}', duration: 120, video: NEW })
    expect(await stored(ada, lesson)).toEqual({
      position: 5,
      duration: 120,
      watched: '{[0,5)}',
      video: NEW,
      done: false,
    })
    expect(await outline()).toMatchObject({ watched: 4, done: false })
  })

  test('does not count if it is sent late, and changes no position', async () => {
    const { ada, lesson } = await halfWatched()
    await replace(lesson)
    const late = { position: 590, ranges: '{[0,590)}', duration: 600, video: OLD }
    const { rows } = await record(ada, lesson, { ...late, age: 3600 })
    expect(rows).toEqual([{ answer: { completed: false } }])
    expect(await stored(ada, lesson)).toMatchObject({ position: 300, video: OLD })
    await record(ada, lesson, { position: 5, ranges: '{[0,5)}', duration: 120, video: NEW })
    await record(ada, lesson, late)
    expect(await stored(ada, lesson)).toMatchObject({
      position: 5,
      watched: '{[0,5)}',
      done: false,
    })
  })

  test('keeps a completion, and the next video can complete an undone one', async () => {
    const { ada, lesson } = await halfWatched()
    await record(ada, lesson, { position: 600, ranges: '{[300,600)}', video: OLD })
    expect(await stored(ada, lesson)).toMatchObject({ done: true })
    await replace(lesson)
    await record(ada, lesson, { position: 5, ranges: '{[0,5)}', duration: 120, video: NEW })
    expect(await stored(ada, lesson)).toMatchObject({ done: true })
    await db.as(ada, 'delete from public.lesson_completions where lesson_id = $1', [lesson])
    await record(ada, lesson, { position: 120, ranges: '{[5,120)}', video: NEW })
    expect(await stored(ada, lesson)).toMatchObject({ done: true })
  })

  test('counts again when the lesson gets the earlier video back, if nothing was watched in between', async () => {
    const { ada, lesson, outline } = await halfWatched()
    await replace(lesson)
    await change(lesson, `video_asset_id = 'aqz-KE-bpKQ', title = 'Restored'`)
    expect(await outline()).toMatchObject({ watched: 50 })
    await record(ada, lesson, { position: 310, ranges: '{[300,310)}', video: OLD })
    expect(await stored(ada, lesson)).toMatchObject({ duration: 600, watched: '{[0,310)}' })
  })

  test('stays through every other change of the lesson', async () => {
    const { ada, lesson, outline } = await halfWatched()
    await change(lesson, `title = 'Other', description = 'Other', duration_sec = 7, index = 9`)
    expect(await outline()).toMatchObject({ watched: 50 })
    await record(ada, lesson, { position: 310, ranges: '{[300,310)}', video: OLD })
    expect(await stored(ada, lesson)).toMatchObject({ watched: '{[0,310)}' })
  })

  test('is not the place where the library resumes', async () => {
    const { ada, course, lesson } = await halfWatched()
    await db.owner(
      "insert into public.lesson_completions (user_id, lesson_id, completed_at) values ($1, $2, now() - interval '1 day')",
      [ada.id, course.text],
    )
    const resume = async () => {
      const { rows } = await db.as(ada, `select public.library() -> 0 -> 'resume' as resume`)
      return rows[0]?.resume
    }
    expect(await resume()).toMatchObject({ lesson_id: lesson, position_sec: 300 })
    await replace(lesson)
    expect(await resume()).toMatchObject({ lesson_id: lesson, position_sec: null })
  })

  test('cannot be moved to the present video by a plain write', async () => {
    const { ada, lesson } = await halfWatched()
    await replace(lesson)
    const write = (set: string) =>
      db.as(ada, `update public.lesson_progress set ${set} where lesson_id = '${lesson}'`)
    await write(`watched = '{[0,600)}'`)
    await write(`video = 'VIMEO:1084537', watched = '{[0,600)}'`)
    expect(await stored(ada, lesson)).toMatchObject({ watched: '{[0,300)}', video: OLD })
    await write(`video = '${NEW}', watched = '{[0,5)}', duration_sec = 120`)
    expect(await stored(ada, lesson)).toMatchObject({ watched: '{[0,5)}', done: false })
  })

  test('counts for the present video if the client names no video', async () => {
    const { ada, lesson } = await halfWatched()
    await replace(lesson)
    await record(ada, lesson, { position: 5, ranges: '{[0,5)}', duration: 120 })
    expect(await stored(ada, lesson)).toMatchObject({ watched: '{[0,5)}', video: NEW })
  })
})

describe('a video that starts at a later second', () => {
  test('is complete at nine tenths of the rest', async () => {
    const { ada, lesson, outline } = await halfWatched()
    await change(lesson, `video_asset_id = 'dQw4w9WgXcQ', video_start_sec = 600`)
    const watch = (position: number, ranges: string) =>
      record(ada, lesson, { position, ranges, duration: 1200, video: NEW })
    await watch(900, '{[600,900)}')
    expect(await outline()).toMatchObject({ watched: 50, done: false })
    // Ranges after the position do not count.
    await watch(400, '{[0,400)}')
    expect(await outline()).toMatchObject({ watched: 50, done: false })
    await watch(1139, '{[900,1139)}')
    expect(await outline()).toMatchObject({ watched: 89, done: false })
    await watch(1140, '{[1139,1140)}')
    expect(await outline()).toMatchObject({ done: true })
  })

  test.each(WATCHED_EXAMPLES)('$is', async ({ watched, durationSec, startSec, share }) => {
    const [row] = await db.owner('select private.watched_share($1, $2, 0, $3)::float as share', [
      formatRanges(watched),
      durationSec,
      startSec,
    ])
    expect(row).toEqual({ share })
  })
})

test.each(PERCENT_EXAMPLES)(
  '%i completed lessons of %i are %i percent',
  async (completed, total, percent) => {
    const [row] = await db.owner('select private.progress_percent($1, $2) as percent', [
      completed,
      total,
    ])
    expect(row).toEqual({ percent })
  },
)
