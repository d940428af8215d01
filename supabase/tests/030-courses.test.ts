import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

const ids = async (who: Person | 'visitor', table: string, where: string, value: string) =>
  (await db.as(who, `select id from public.${table} where ${where} = $1 order by id`, [value])).rows

describe('reading', () => {
  test('a member with access reads a published course with all its contents', async () => {
    const member = await db.person()
    const course = await db.course()
    await db.entitle(member, course.id)
    expect(await ids(member, 'courses', 'id', course.id)).toHaveLength(1)
    expect(await ids(member, 'lessons', 'module_id', course.moduleId)).toHaveLength(3)
    expect(await ids(member, 'lesson_attachments', 'lesson_id', course.text)).toHaveLength(1)
  })

  test('a person without access can read only the free preview, and no text, link or attachment of other lessons', async () => {
    const stranger = await db.person()
    const course = await db.course()
    expect(await ids(stranger, 'courses', 'id', course.id)).toEqual([])
    expect(await ids(stranger, 'modules', 'course_id', course.id)).toEqual([])
    expect(await ids(stranger, 'lessons', 'module_id', course.moduleId)).toEqual([
      { id: course.preview },
    ])
    expect(await ids(stranger, 'lesson_attachments', 'lesson_id', course.text)).toEqual([])
    expect(await ids('visitor', 'lessons', 'module_id', course.moduleId)).toEqual([])
  })

  test('a person whose access has ended can read only the free preview', async () => {
    const member = await db.person()
    const course = await db.course()
    await db.entitle(member, course.id, '-1 minute')
    expect(await ids(member, 'courses', 'id', course.id)).toEqual([])
    expect(await ids(member, 'lessons', 'id', course.text)).toEqual([])
  })

  test('a draft is invisible, also with access and as a preview', async () => {
    const member = await db.person()
    const course = await db.course({ status: 'DRAFT' })
    await db.entitle(member, course.id)
    expect(await ids(member, 'courses', 'id', course.id)).toEqual([])
    expect(await ids(member, 'lessons', 'module_id', course.moduleId)).toEqual([])
  })

  test('deleted contents are invisible to everyone, administrators included', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    await db.owner(
      'with c as (update public.courses set deleted_at = now() where id = $1), m as (update public.modules set deleted_at = now() where course_id = $1) update public.lessons set deleted_at = now() where module_id = $2',
      [course.id, course.moduleId],
    )
    expect(await ids(admin, 'courses', 'id', course.id)).toEqual([])
    expect(await ids(admin, 'lessons', 'module_id', course.moduleId)).toEqual([])
  })

  test('a moderator cannot read courses through the table', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const course = await db.course()
    expect(await ids(moderator, 'courses', 'id', course.id)).toEqual([])
  })
})

describe('editing', () => {
  test('an administrator edits every course, a member none', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const member = await db.person()
    const course = await db.course()
    await db.entitle(member, course.id)
    const publish = `update public.courses set status = 'DRAFT' where id = $1 returning status`
    expect((await db.as(admin, publish, [course.id])).rows).toEqual([{ status: 'DRAFT' }])
    await db.owner(`update public.courses set status = 'PUBLISHED' where id = $1`, [course.id])
    expect((await db.as(member, publish, [course.id])).rows).toEqual([])
    expect(await db.owner('select status from public.courses where id = $1', [course.id])).toEqual([
      { status: 'PUBLISHED' },
    ])
    const add = `insert into public.courses (title, slug) values ('Mine', 'mine-${member.id.slice(0, 8)}')`
    expect((await db.as(member, add)).code).toBe('42501')
    const lesson = `insert into public.lessons (module_id, title, index) values ($1, 'Extra', 9)`
    expect((await db.as(member, lesson, [course.moduleId])).code).toBe('42501')
    expect((await db.as(admin, lesson, [course.moduleId])).code).toBeUndefined()
  })

  test('a creator with access to the back-office edits their own courses only', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const own = await db.course({ by: creator, status: 'DRAFT' })
    const foreign = await db.course()
    const rename = `update public.courses set title = 'Renamed' where id = $1 returning id`
    expect((await db.as(creator, rename, [own.id])).rows).toEqual([])
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect((await db.as(creator, rename, [own.id])).rows).toEqual([{ id: own.id }])
      expect((await db.as(creator, rename, [foreign.id])).rows).toEqual([])
      const move = 'update public.lessons set module_id = $2 where id = $1 returning id'
      expect((await db.as(creator, move, [own.text, foreign.moduleId])).code).toBe('42501')
      const add = `insert into public.modules (course_id, title, index) values ($1, 'M', 5)`
      expect((await db.as(creator, add, [own.id])).code).toBeUndefined()
      expect((await db.as(creator, add, [foreign.id])).code).toBe('42501')
    })
  })

  test('a course cannot be given to another person, or deleted directly', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    expect(
      (
        await db.as(admin, 'update public.courses set created_by_id = $2 where id = $1', [
          course.id,
          admin.id,
        ])
      ).code,
    ).toBe('42501')
    expect((await db.as(admin, 'delete from public.courses where id = $1', [course.id])).code).toBe(
      '42501',
    )
    expect(
      (
        await db.as(
          admin,
          `insert into public.courses (title, slug, created_by_id) values ('T', 'for-another', $1)`,
          [(await db.person()).id],
        )
      ).code,
    ).toBe('42501')
  })

  test('entitlements are granted in one’s own name, and only by people who may', async () => {
    const [moderator, member] = [await db.person({ role: 'MODERATOR' }), await db.person()]
    const course = await db.course()
    const grant = 'insert into public.entitlements (user_id, course_id) values ($1, $2)'
    expect((await db.as(member, grant, [member.id, course.id])).code).toBe('42501')
    expect((await db.as(moderator, grant, [member.id, course.id])).code).toBeUndefined()
    expect(
      await db.owner('select granted_by_id, source from public.entitlements where user_id = $1', [
        member.id,
      ]),
    ).toEqual([{ granted_by_id: moderator.id, source: 'MANUAL' }])
    expect((await db.as(moderator, grant, [member.id, course.id])).code).toBe('23505')
    const revoke = 'delete from public.entitlements where user_id = $1 returning user_id'
    expect((await db.as(member, revoke, [member.id])).rows).toEqual([])
    expect((await db.as(moderator, revoke, [member.id])).rows).toHaveLength(1)
  })
})

describe('values that the database refuses', () => {
  test.each([
    ['a blank title', `title = '   '`, 'Title is required'],
    [
      'a title of 101 characters',
      `title = '${'x'.repeat(101)}'`,
      'Title must be less than 100 characters',
    ],
    ['no slug', `slug = ''`, 'Slug is required'],
    [
      'a slug of 51 characters',
      `slug = '${'x'.repeat(51)}'`,
      'Slug must be less than 50 characters',
    ],
    [
      'a slug with capitals',
      `slug = 'Not-A-Slug'`,
      'Slug can only contain lowercase letters, numbers, and hyphens',
    ],
    [
      'a slug with an underscore',
      `slug = 'not_a_slug'`,
      'Slug can only contain lowercase letters, numbers, and hyphens',
    ],
    [
      'a description of 501 characters',
      `description = '${'x'.repeat(501)}'`,
      'Description must be less than 500 characters',
    ],
    ['a blank author name', `author_name = ' '`, 'Author name is required'],
    [
      'an author name of 101 characters',
      `author_name = '${'x'.repeat(101)}'`,
      'Author name must be less than 100 characters',
    ],
    [
      'an author description of 301 characters',
      `author_description = '${'x'.repeat(301)}'`,
      'Author description must be less than 300 characters',
    ],
    [
      'an author name that turns the line around',
      `author_name = U&'Ada\\202EnimdA'`,
      'Author name must not contain invisible characters',
    ],
    [
      'a thumbnail of another origin without its scheme',
      `thumbnail_url = '//evil.example/x.png'`,
      'Please enter a valid URL',
    ],
    ['a script as thumbnail', `thumbnail_url = 'javascript:alert(1)'`, 'Please enter a valid URL'],
  ])('%s is refused with the sentence of the form', async (_, change, sentence) => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const outcome = await db.as(admin, `update public.courses set ${change} where id = $1`, [
      course.id,
    ])
    expect(outcome).toMatchObject({ code: 'PT422', message: sentence })
  })

  test('a slug can have hyphens anywhere, and a thumbnail can be a path of the application', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const end = course.slug.slice(-8)
    for (const change of [
      `slug = 'a--${end}'`,
      `slug = '-${end}'`,
      `slug = '${end}-'`,
      `thumbnail_url = '/pic.png'`,
    ]) {
      const sql = `update public.courses set ${change} where id = $1`
      expect((await db.as(admin, sql, [course.id])).message, change).toBeUndefined()
    }
    expect(
      (await db.as(admin, `update public.communities set slug = slug || '--' returning id`)).code,
    ).toBeUndefined()
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://user@evil.example',
    'https://evil.example/"onload',
    ' https://a.example',
    'ftp://a.example',
    'https://',
    'https:\\\\evil.example',
  ])('refuses the link %s', async (link) => {
    expect(
      await db.owner('select private.is_web_link($1) or private.is_app_path($1) as ok', [link]),
    ).toEqual([{ ok: false }])
  })

  test.each([
    'https://example.org',
    'http://localhost:3000/a?b=c#d',
    'https://bücher.example/ü',
    '/app/dashboard?x=1',
  ])('accepts the link %s', async (link) => {
    expect(
      await db.owner('select private.is_web_link($1) or private.is_app_path($1) as ok', [link]),
    ).toEqual([{ ok: true }])
  })

  test('stores SERVER as NONE, in every kind of write', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const stored = (id: unknown) =>
      db.owner('select video_provider, video_asset_id from public.lessons where id = $1', [id])
    const none = [{ video_provider: 'NONE', video_asset_id: null }]
    const made = await db.as(
      admin,
      `insert into public.lessons (module_id, title, index, video_provider, video_asset_id) values ($1, 'x', 9, 'SERVER', 'film.mp4') returning id`,
      [course.moduleId],
    )
    expect(made.code).toBeUndefined()
    expect(await stored(made.rows[0]?.id)).toEqual(none)
    await db.as(admin, `update public.lessons set video_provider = 'SERVER' where id = $1`, [
      course.preview,
    ])
    expect(await stored(course.preview)).toEqual(none)
    const lesson = {
      module_id: course.moduleId,
      title: 'y',
      content_type: 'VIDEO',
      video_provider: 'SERVER',
    }
    const saved = await db.as(admin, `select public.save_lesson($1, '[]') as answer`, [
      JSON.stringify(lesson),
    ])
    expect(saved.message).toBeUndefined()
    expect(await db.owner(`select 1 from public.lessons where video_provider = 'SERVER'`)).toEqual(
      [],
    )
  })

  test('refuses a token in place of a video id, and an id without a provider', async () => {
    const course = await db.course()
    for (const change of [
      `video_provider = 'MUX', video_asset_id = 'eyJhbGciOi.eyJzdWIi.sig'`,
      `video_provider = 'NONE', video_asset_id = 'aqz-KE-bpKQ'`,
      `video_provider = 'YOUTUBE', video_asset_id = null`,
    ]) {
      const attempt = db.owner(`update public.lessons set ${change} where id = $1`, [course.text])
      if (change.includes('null')) await attempt
      else await expect(attempt, change).rejects.toMatchObject({ code: 'PT422' })
    }
  })
})

describe('positions', () => {
  test('are unique, and can be swapped in one statement', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const clash = 'update public.lessons set index = 1 where id = $1'
    expect((await db.as(admin, clash, [course.text])).code).toBe('23P01')
    const swap = await db.as(
      admin,
      `update public.lessons l set index = 2 - l.index where l.module_id = $1 returning id`,
      [course.moduleId],
    )
    expect(swap.rows).toHaveLength(3)
  })
})
