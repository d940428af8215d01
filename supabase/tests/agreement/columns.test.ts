import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { clientOf } from '../wire/clients'
import { courseTree } from '../wire/course-trees'
import { codeOf, rest } from '../wire/rest'
import { tokenFor } from '../wire/tokens'
import { WRITABLE } from './columns'
import { turnSwitches } from './switches'

const db = useDatabase()

let admin: Person
let moderator: Person
let member: Person

beforeAll(async () => {
  admin = await db.person({ role: 'ADMIN', name: 'Ada' })
  moderator = await db.person({ role: 'MODERATOR' })
  member = await db.person()
})

describe('writable columns', () => {
  test('are the listed ones, in every table', async () => {
    const rows = await db.owner(
      `select c.relname as table,
         coalesce(array_agg(a.attname::text order by a.attnum) filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'insert')), '{}') as insert,
         coalesce(array_agg(a.attname::text order by a.attnum) filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'update')), '{}') as update
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
       group by 1`,
    )
    const sorted = (list: unknown) => (Array.isArray(list) ? [...list].sort() : list)
    const granted = Object.fromEntries(
      rows.map((row) => [row.table, { insert: sorted(row.insert), update: sorted(row.update) }]),
    )
    const listed = Object.fromEntries(
      Object.entries(WRITABLE).map(([table, { insert, update }]) => [
        table,
        { insert: sorted(insert), update: sorted(update) },
      ]),
    )
    expect(granted).toEqual(listed)
  })

  test('are only the listed ones when an administrator writes each column of a course', async () => {
    const { course } = await courseTree(db, { by: admin })
    const [row = {}] = await db.owner(
      'select to_jsonb(c) as row from public.courses c where id = $1',
      [course],
    )
    const token = await tokenFor(admin)
    const accepted: string[] = []
    for (const [column, value] of Object.entries(row.row ?? {})) {
      const answer = await rest(`courses?id=eq.${course}&select=id`, {
        method: 'PATCH',
        token,
        headers: { prefer: 'return=representation' },
        body: { [column]: value },
      })
      if (answer.status === 200) accepted.push(column)
      else expect(codeOf(answer), column).toBe('42501')
    }
    expect(accepted.sort()).toEqual([...WRITABLE.courses.update].sort())
  })

  test('of their own profile are only the name, for a member who sends every column', async () => {
    const token = await tokenFor(member)
    const look = () => db.owner('select * from public.profiles where id = $1', [member.id])
    const before = await look()
    const wishes = {
      id: admin.id,
      role: 'ADMIN',
      email: 'new@example.test',
      phone: '1',
      created_at: '2000-01-01',
      updated_at: '2000-01-01',
      disabled_at: '2000-01-01',
      terms_accepted_at: '2000-01-01',
    }
    const columns = Object.keys(before[0] ?? {})
    expect(Object.keys(wishes).sort()).toEqual(columns.filter((name) => name !== 'name').sort())
    for (const [column, value] of Object.entries(wishes)) {
      const answer = await rest(`profiles?id=eq.${member.id}`, {
        method: 'PATCH',
        token,
        body: { name: 'New name', [column]: value },
      })
      expect(codeOf(answer), column).toBe('42501')
    }
    expect(await look()).toEqual(before)
  })
})

describe('readable columns', () => {
  test('of all courses by a moderator: id, title, slug and status', async () => {
    const { course } = await courseTree(db, { by: admin, status: 'DRAFT' })
    const client = await clientOf(moderator)
    const { data } = await client.rpc('course_titles').eq('id', course)
    expect(data?.map((row) => Object.keys(row).sort())).toEqual([['id', 'slug', 'status', 'title']])
    for (const column of ['description', 'created_by_id', 'id'] as const) {
      expect((await client.from('courses').select(column).eq('id', course)).data).toEqual([])
    }
  })

  test('of a locked lesson by anybody: the fields of the outline', async () => {
    const { slug, lesson } = await courseTree(db, { by: admin })
    for (const person of [member, moderator]) {
      const client = await clientOf(person)
      const { data } = await client.rpc('course_outline', { slug })
      expect(lessonsOf(data)).toEqual([
        {
          id: lesson,
          title: 'A lesson',
          type: 'TEXT',
          provider: 'NONE',
          sec: 0,
          free: false,
          done: false,
          open: false,
        },
      ])
      expect(JSON.stringify(data)).not.toContain('secret')
      const columns = ['id', 'content', 'external_url', 'video_asset_id', 'file_key'] as const
      for (const column of columns) {
        expect((await client.from('lessons').select(column).eq('id', lesson)).data).toEqual([])
      }
    }
  })

  test('of a free preview: all columns, with its attachments, but not those of the lessons next to it', async () => {
    const { lesson, attachment, module } = await courseTree(db, { by: admin, freePreview: true })
    await db.owner(
      `insert into public.lessons (module_id, title, index, content) values ($1, 'Locked', 1, 'secret too')`,
      [module],
    )
    const client = await clientOf(member)
    const { data } = await client
      .from('lessons')
      .select('id, content, lesson_attachments(id)')
      .eq('module_id', module)
    expect(data).toEqual([
      { id: lesson, content: 'secret text', lesson_attachments: [{ id: attachment }] },
    ])
  })

  test('of an invite: its token by its sender, and by administrators', async () => {
    const [sent] = await db.owner(
      `insert into public.invites (email, invited_by_id) values ('guest@example.test', $1) returning id, token`,
      [moderator.id],
    )
    const tokens = async (person: Person) =>
      (await (await clientOf(person)).from('invites').select('token').eq('id', String(sent?.id)))
        .data
    expect(await tokens(moderator)).toEqual([{ token: sent?.token }])
    expect(await tokens(admin)).toEqual([{ token: sent?.token }])
    expect(await tokens(await db.person({ role: 'MODERATOR' }))).toEqual([])
    expect(await tokens(member)).toEqual([])
  })

  test('of their learners by creators: never the email, the phone or the role', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    await courseTree(db, { by: creator, entitled: [member] })
    const client = await clientOf(creator)
    const restore = await turnSwitches(db, { creators_admin_panel: true })
    try {
      for (const column of ['email', 'phone', 'role', '*'] as const) {
        const { data } = await client.from('profiles').select(column).eq('id', member.id)
        expect(data ?? [], column).toEqual([])
      }
    } finally {
      await restore()
    }
  })

  test('of the settings by everybody: the public part', async () => {
    const client = await clientOf(member)
    const { data } = await client.rpc('public_settings')
    expect(Object.keys(data ?? {}).sort()).toEqual([
      'accent',
      'allow_registration',
      'contact_email',
      'creators_admin_panel',
      'enable_two_factor',
      'logo',
      'maintenance_mode',
      'require_email_verification',
      'site_description',
      'site_name',
      'time_zone',
    ])
  })

  test('of a course whose access has ended: its title in the library, without a link', async () => {
    const { course, lesson } = await courseTree(db, { by: admin })
    const learner = await db.person()
    await db.entitle(learner, course, '-1 hour')
    const client = await clientOf(learner)
    const { data } = await client.rpc('library')
    expect(data).toMatchObject([{ id: course, ended: true, next_lesson_id: null }])
    expect((await client.from('lessons').select('id').eq('id', lesson)).data).toEqual([])
  })
})

/** Returns the lessons of an outline as the API sent them. */
function lessonsOf(outline: unknown): unknown[] {
  const modules: unknown = field(outline, 'modules')
  return Array.isArray(modules) ? modules.flatMap((module) => field(module, 'lessons')) : []
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
