import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { files, PICTURE } from '../scenes/files'

const db = useDatabase()

interface Check {
  lessons: number
  links: number
  found: number
  remarks: { rule: string; lesson: string | null; module: string | null; detail: string | null }[]
}

const check = async (who: Person, course: string) =>
  (await db.answer(who, 'check_course', { course_id: course })) as Check

const write = (id: string, content: string | null) =>
  db.owner('update public.lessons set content = $2 where id = $1', [id, content])

const LONG = 'A text of more than ten words, so that nothing is said of its length at all.'

/** Returns the findings about a text, without those about its length. */
async function saidOf(text: string) {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  await write(course.text, `${LONG}\n\n${text}`)
  const { remarks } = await check(admin, course.id)
  return remarks
    .filter(({ lesson }) => lesson === 'Reading')
    .map(({ rule, detail }) => `${rule} ${detail ?? ''}`.trim())
}

describe('the findings about a stored course (rules/courses#check)', () => {
  test('a complete course has no findings', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    await write(course.text, LONG)
    // The links are the video, the link and the attachment.
    expect(await check(admin, course.id)).toEqual({ lessons: 3, links: 3, found: 0, remarks: [] })
  })

  test('missing contents are found, in the order of the course', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    await write(course.text, ' \n')
    await db.owner(
      `update public.lessons set video_provider = 'NONE', video_asset_id = null, duration_sec = 0, title = 'reading ' where id = $1`,
      [course.preview],
    )
    await db.owner('update public.lessons set external_url = null where id = $1', [course.link])
    await db.owner(
      `insert into public.modules (course_id, title, index) values ($1, 'Nothing here', 1)`,
      [course.id],
    )
    const { remarks, found } = await check(admin, course.id)
    expect(remarks.map(({ rule, lesson, module }) => [rule, lesson, module])).toEqual([
      ['no_text', 'Reading', 'Module one'],
      ['no_length', 'reading ', 'Module one'],
      ['no_video', 'reading ', 'Module one'],
      ['same_title', 'reading ', 'Module one'],
      ['no_address', 'Looking it up', 'Module one'],
      ['empty_module', null, 'Nothing here'],
    ])
    expect(found).toBe(6)
    await write(course.text, 'Only a few words')
    expect((await check(admin, course.id)).remarks[0]?.rule).toBe('few_words')
    await db.owner('update public.modules set deleted_at = now() where course_id = $1', [course.id])
    expect((await check(admin, course.id)).remarks.map(({ rule }) => rule)).toEqual(['no_lessons'])
  })

  test.each([
    ['![](https://example.org/a.png)', ['no_description https://example.org/a.png']],
    ['![A cat](https://example.org/a.png)', []],
    ['<img src="https://example.org/a.png">', ['no_description https://example.org/a.png']],
    ['[run](javascript:alert(1))', ['bad_link javascript:alert(1)']],
    ['[me](https://me:pw@example.org/)', ['bad_link https://me:pw@example.org/']],
    ['[write](mailto:a@example.org) [on](#here) [help](/help)', []],
    ['[next](02-next.md)', ['lost_link 02-next.md']],
    ['[x]()', ['bad_link']],
    ['[the one](https://example.org/a_(b)) and https://example.org/c.', []],
    ['`[run](javascript:1)`\n\n```md\n[run](javascript:1)\n```', []],
    ['[there](/app/courses/no-such-course)', ['closed_link /app/courses/no-such-course']],
    ['[ref]: ftp://example.org', ['bad_link ftp://example.org']],
  ])('%s', async (text, expected) => {
    expect(await saidOf(text)).toEqual(expected)
  })

  test('a file in a text counts as the lesson’s, and its text alternative is checked', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course({ by: admin })
    const { sent, begin, write: writeAs } = files(db)
    const { path: unsent } = await begin(admin, 'lesson-files', PICTURE)
    const lost = `lesson-files/${unsent}`
    const said = async (text: string) => {
      await writeAs(admin, course.text, `${LONG} ${text}`)
      const { remarks } = await check(admin, course.id)
      return remarks.map(({ rule, detail }) => `${rule} ${detail}`)
    }
    expect(await said(`![A pot](${lost})`)).toEqual([`lost_file ${lost}`])
    expect(await said(`[the pot](${lost})`)).toEqual([`lost_file ${lost}`])
    const path = await sent(admin)
    const shown = `![](lesson-files/${path})`
    expect(await said(shown)).toEqual([`no_description lesson-files/${path}`])
    await db.answer(admin, 'describe_file', { course_id: course.id, path, alt: 'A tea pot' })
    expect(await said(shown)).toEqual([])
  })

  test('a link to the product has to lead to what learners can open', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [own, open, draft] = [
      await db.course({ status: 'DRAFT' }),
      await db.course(),
      await db.course({ status: 'DRAFT' }),
    ]
    const text = async (target: string) => {
      await write(own.text, `${LONG} [there](${target})`)
      return (await check(admin, own.id)).remarks.map(({ rule }) => rule)
    }
    expect(await text(`/app/courses/${open.slug}`)).toEqual([])
    expect(await text(`/app/courses/${open.slug}/lesson/${open.text}`)).toEqual([])
    expect(await text(`/app/courses/${open.slug}/lesson/${draft.text}`)).toEqual(['closed_link'])
    expect(await text(`/app/courses/${draft.slug}`)).toEqual(['closed_link'])
    // The course and the course to which it links are published together.
    expect(await text(`/courses/${own.slug}/lesson/${own.link}`)).toEqual([])
    await db.owner('update public.courses set slug = $2 where id = $1', [
      open.id,
      `${open.slug}-now`,
    ])
    expect(await text(`/app/courses/${open.slug}`)).toEqual([])
  })
})

describe('who checks', () => {
  test('people who may edit the course check it', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const [own, other] = [await db.course({ by: creator }), await db.course()]
    const codes = async (who: Person | 'visitor', course_id: string) =>
      Promise.all(
        ['check_course', 'begin_link_check'].map(
          async (name) => (await db.call(who, name, { course_id })).code,
        ),
      )
    const refused = ['42501', '42501']
    expect(await codes(creator, own.id)).toEqual(refused)
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect(await codes(creator, own.id)).toEqual([undefined, undefined])
      expect(await codes(creator, other.id)).toEqual(refused)
    })
    const learner = await db.person()
    await db.entitle(learner, own.id)
    const others = [learner, await db.person({ role: 'MODERATOR' }), 'visitor'] as const
    for (const who of others) expect(await codes(who, own.id)).toEqual(refused)
  })

  test('a person gets the links of a course to check, with their last results, thirty times an hour', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const target = `https://example.org/${course.slug}`
    await write(course.text, `${LONG} [a](${target}) [b](${target}) [c](/inside) [d](mailto:x@y.z)`)
    const begin = () => db.call(admin, 'begin_link_check', { course_id: course.id })
    const keep = (who: Person) =>
      db.as(who, 'select public.keep_link_states($1)', [
        JSON.stringify([{ target, state: 'GONE' }]),
      ])
    expect((await keep(admin)).code).toBe('42501')
    await db.owner('select public.keep_link_states($1)', [
      JSON.stringify([{ target, state: 'GONE' }]),
    ])
    const answer = (await begin()).rows[0]?.answer
    expect(answer).toEqual([
      { target, kind: 'link', lesson_id: course.text, lesson: 'Reading', state: 'GONE' },
      {
        target: 'https://example.org/notes',
        kind: 'attachment',
        lesson_id: course.text,
        lesson: 'Reading',
        state: null,
      },
      {
        target: 'YOUTUBE:aqz-KE-bpKQ',
        kind: 'video',
        lesson_id: course.preview,
        lesson: 'Watching',
        state: null,
      },
      {
        target: 'https://example.org/secret',
        kind: 'page',
        lesson_id: course.link,
        lesson: 'Looking it up',
        state: null,
      },
    ])
    await db.owner(
      `update private.link_states set checked_at = now() - interval '61 minutes' where target = $1`,
      [target],
    )
    expect(JSON.stringify((await begin()).rows[0]?.answer)).not.toContain('GONE')
    for (let i = 2; i < 30; i++) expect((await begin()).code).toBeUndefined()
    expect((await begin()).code).toBe('PT422')
    await db.owner(
      `update private.link_checks set begun_at = begun_at - interval '1 hour' where user_id = $1`,
      [admin.id],
    )
    expect((await begin()).code).toBeUndefined()
  })
})
