import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { closedLesson } from '../../scenes/shut-lesson'
import { clientOf } from '../../wire/clients'
import { codeOf, raw, rest } from '../../wire/rest'

// People of a cohort cannot read lessons that its schedule has not opened (rules/cohorts#schedule). Each way is also
// tried once the lesson is open, to show that it would find something.
const db = useDatabase()
let scene: Awaited<ReturnType<typeof closedLesson>>

beforeAll(async () => {
  scene = await closedLesson(db)
})

describe('the contents of a closed lesson cannot be read', () => {
  const mine = () => scene.tree.lesson
  test.each<[string, () => string]>([
    ['by its id', () => `lessons?id=eq.${mine()}`],
    ['column by column', () => `lessons?id=eq.${mine()}&select=content,external_url`],
    ['by its module', () => `lessons?module_id=eq.${scene.tree.module}&select=description`],
    ['inside its course', () => `courses?id=eq.${scene.tree.course}&select=modules(lessons(*))`],
    [
      'inside its module',
      () => `modules?id=eq.${scene.tree.module}&select=lessons(video_asset_id)`,
    ],
    ['by its words', () => `lessons?content=like.*${scene.word}*&select=id,content`],
    ['by its attachments', () => `lesson_attachments?lesson_id=eq.${mine()}`],
    ['by all attachments', () => 'lesson_attachments?select=*'],
    ['inside its attachments', () => `lesson_attachments?select=url,lessons!inner(content)`],
    ['by its files', () => `lesson_files?lesson_id=eq.${mine()}`],
    ['by the name of a file', () => `lesson_files?name=eq.${scene.word}.txt&select=name`],
  ])('%s', async (_way, path) => {
    const ask = async () => (await rest(path(), { token: scene.token })).text
    const [before, after] = await scene.shutAndOpen(ask)
    expect(before).not.toContain(scene.word)
    expect(after).toContain(scene.word)
  })

  test('by counting rows with its words, or by sorting and filtering', async () => {
    const paths = [
      `lessons?content=ilike.*${scene.word}*`,
      `lessons?id=eq.${scene.tree.lesson}&content=not.is.null`,
      `lessons?or=(content.ilike.*${scene.word}*,title.eq.nothing)`,
      `modules?id=eq.${scene.tree.module}&select=id,lessons!inner(id)&lessons.content=ilike.*${scene.word}*`,
      `lesson_attachments?url=ilike.*${scene.word}*`,
      `lesson_files?path=eq.${scene.file}`,
    ]
    for (const path of paths) {
      const [before, after] = await scene.shutAndOpen(async () => {
        const { headers } = await rest(path, {
          token: scene.token,
          headers: { prefer: 'count=exact' },
        })
        return headers.get('content-range')
      })
      expect([path, before, after]).toEqual([path, '*/0', '0-0/1'])
    }
  })

  test('by addresses of its files', async () => {
    const sign = async () => {
      const answer = await raw('/functions/v1/sign-files', {
        method: 'POST',
        token: scene.token,
        body: { paths: [scene.file] },
      })
      return JSON.stringify(answer.body)
    }
    const [before, after] = await scene.shutAndOpen(sign)
    expect(before).not.toContain(scene.file)
    expect(after).toContain(scene.file)
    const readable = async () => (await scene.rpc('readable_files', { paths: [scene.file] })).body
    expect(await scene.shutAndOpen(readable)).toEqual([[], [scene.file]])
    await scene.shut()
    const storage = (await clientOf(scene.mia)).storage.from('lesson-files')
    expect((await storage.createSignedUrl(scene.file, 60)).error).not.toBeNull()
    expect((await storage.download(scene.file)).error).not.toBeNull()
  })

  test('by the search, or by its corrections of the words', async () => {
    const typo = `${scene.word.slice(0, 6)}${scene.word[7]}${scene.word[6]}${scene.word.slice(8)}`
    for (const query of [scene.word, scene.word.slice(0, 8), typo]) {
      const [before, after] = await scene.shutAndOpen(
        async () => (await scene.rpc('search', { query })).body,
      )
      expect([query, before]).toMatchObject([query, { lessons: [], corrected: null }])
      expect([query, after]).toMatchObject([query, { lessons: [{ id: scene.tree.lesson }] }])
    }
  })

  test('by the outline, the library, the week and the person’s own data, which contain at most its title', async () => {
    await scene.shut()
    for (const [name, args] of [
      ['course_outline', { slug: scene.tree.slug }],
      ['library', {}],
      ['my_week', {}],
      ['my_news', {}],
      ['my_data', {}],
      ['free_previews', {}],
      ['boot', {}],
      ['my_notes', { lesson: scene.tree.lesson }],
      ['notification_feed', {}],
      ['cohort_mates', { cohort_id: scene.cohort }],
      ['my_cohort_schedule', { cohort_id: scene.cohort }],
    ] as const) {
      const { status, text } = await scene.rpc(name, args)
      expect([name, status]).toEqual([name, 200])
      expect([name, text.includes(scene.word)]).toEqual([name, false])
    }
  })

  test('by its versions, copies, exports and the explanation of access, which are for staff', async () => {
    for (const [name, args] of [
      ['lesson_version_list', { lesson_id: scene.tree.lesson }],
      ['lesson_version', { version_id: scene.version }],
      ['export_lesson', { lesson_id: scene.tree.lesson }],
      ['export_course', { course_id: scene.tree.course }],
      ['duplicate_lesson', { lesson_id: scene.tree.lesson }],
      ['person_lessons', { user_id: scene.mia.id, course_id: scene.tree.course }],
      ['person_access', { user_id: scene.mia.id }],
      ['person_cohorts', { user_id: scene.mia.id }],
      ['cohort_schedule', { cohort_id: scene.cohort }],
      ['check_course', { course_id: scene.tree.course }],
    ] as const) {
      expect([name, codeOf(await scene.rpc(name, args))]).toEqual([name, '42501'])
    }
    for (const table of ['lesson_versions', 'releases', 'audit_logs']) {
      expect([table, (await rest(table, { token: scene.token })).body]).toEqual([table, []])
    }
  })

  test('by listening to changes', async () => {
    await scene.shut()
    const client = await clientOf(scene.mia)
    const heard: unknown[] = []
    const ready: string[] = []
    for (const table of [
      'notifications',
      'list_changes',
      'lessons',
      'lesson_files',
      'releases',
      '*',
    ]) {
      client
        .channel(`of ${table}`)
        .on('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
          heard.push(change),
        )
        .on('system', {}, () => ready.push(table))
        .subscribe()
    }
    await expect.poll(() => ready.includes('notifications'), { timeout: 10_000 }).toBe(true)
    await db.owner(`update public.lessons set content = content || '.' where id = $1`, [
      scene.tree.lesson,
    ])
    await db.owner(
      `insert into public.notifications (title, message, recipient_id, sender_id) values ('the end', 'x', $1, null)`,
      [scene.mia.id],
    )
    const told = () => JSON.stringify(heard)
    await expect.poll(() => told().includes('the end'), { timeout: 10_000 }).toBe(true)
    await client.removeAllChannels()
    expect(told()).not.toContain(scene.word)
    expect(told()).not.toContain(scene.tree.lesson)
  })
})
