import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { files, PICTURE } from './scenes/files'

const db = useDatabase()

interface Change {
  id: number
  action: string
  title: string | null
  created_at: string
  who: string | null
  by: string
  before: object | null
  after: object | null
}

const history = async (who: Person, course: string, after?: string) =>
  (await db.answer(who, 'course_history', {
    course_id: course,
    ...(after && { after }),
  })) as Change[]

const refused = async (who: Person | 'visitor', course: string) =>
  (await db.as(who, 'select public.course_history($1)', [course])).code

describe('the history of a course', () => {
  test('contains all acts on it and its contents, newest first, without emails and buyers', async () => {
    const admin = await db.person({ role: 'ADMIN', name: 'Ada Admin' })
    const member = await db.person()
    const course = await db.course()
    await db.as(admin, `update public.lessons set content = 'now' where id = $1`, [course.text])
    await db.as(admin, `select public.save_access($1, array[$2]::uuid[], '{}')`, [
      member.id,
      course.id,
    ])
    await db.as(admin, `update public.modules set title = 'Renamed' where id = $1`, [
      course.moduleId,
    ])
    const changes = await history(admin, course.id)
    expect(changes.slice(0, 2)).toMatchObject([
      { action: 'module.update', title: 'Renamed', who: 'Ada Admin', by: 'PERSON' },
      { action: 'lesson.update', before: { content: 'secret text' }, after: { content: 'now' } },
    ])
    expect(changes.at(-1)).toMatchObject({ action: 'course.create', who: null, by: 'SYSTEM' })
    expect(changes.some(({ action }) => action.startsWith('entitlement'))).toBe(false)
    expect(Object.keys(changes[0] ?? {}).sort()).toEqual(
      [
        'action',
        'after',
        'by',
        'before',
        'created_at',
        'id',
        'lesson_id',
        'title',
        'version',
        'who',
      ].sort(),
    )
    const [first, ...rest] = changes
    expect(await history(admin, course.id, `${first?.created_at},${first?.id}`)).toEqual(rest)
  })

  test('names who added a file to a lesson, and who described it', async () => {
    const admin = await db.person({ role: 'ADMIN', name: 'Ada Admin' })
    const course = await db.course({ by: admin })
    const { sent, write } = files(db)
    const path = await sent(admin)
    await write(admin, course.text, `![](lesson-files/${path})`)
    const words = { course_id: course.id, path, alt: 'A tea pot' }
    await db.answer(admin, 'describe_file', words)
    const fileRecords = (await history(admin, course.id)).filter(({ action }) =>
      /_file/.test(action),
    )
    expect(fileRecords).toMatchObject([
      { action: 'lesson_file.update', title: PICTURE.name, after: { alt: 'A tea pot' } },
      { action: 'lesson_file.create', title: PICTURE.name, who: 'Ada Admin', by: 'PERSON' },
    ])
  })

  test('distinguishes changes of a deleted account from changes of the database itself', async () => {
    const [admin, gone] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'ADMIN', name: 'Gil Gone' }),
    ]
    const course = await db.course()
    await db.as(gone, `update public.modules set title = 'Last' where id = $1`, [course.moduleId])
    await db.authService('delete from auth.users where id = $1', [gone.id])
    expect((await history(admin, course.id))[0]).toMatchObject({ who: null, by: 'GONE' })
  })

  test('is visible to creators for their own courses, with access to the back-office', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const [own, other] = [await db.course({ by: creator }), await db.course()]
    expect(await refused(creator, own.id)).toBe('42501')
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect((await history(creator, own.id)).length).toBeGreaterThan(0)
      expect(await refused(creator, other.id)).toBe('42501')
    })
    for (const role of ['MEMBER', 'MODERATOR'] as const) {
      expect(await refused(await db.person({ role }), own.id)).toBe('42501')
    }
    expect(await refused('visitor', own.id)).toBe('42501')
  })
})
