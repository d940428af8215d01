import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

// A write in another person's name, or about a row that the caller may not see, gets the same refusal whether
// the row exists or not, so that no answer reveals or counts such rows (rules/data#bounds).
const db = useDatabase()
const nobody = randomUUID()
let eve: Person
let vic: Person
/** Vic's rows, which Eve may not see. */
const theirs = { note: randomUUID(), lesson: '', notification: '', community: '', post: '' }

beforeAll(async () => {
  ;[eve, vic] = [await db.person(), await db.person()]
  const course = await db.course()
  theirs.lesson = course.text
  await db.entitle(vic, course.id)
  const one = async (sql: string, values: unknown[]) => String((await db.owner(sql, values))[0]?.id)
  theirs.notification = await one(
    `insert into public.notifications (title, message, recipient_id) values ('a', 'b', $1) returning id`,
    [vic.id],
  )
  theirs.community = await one(
    `insert into public.communities (name, slug, description, access_type, created_by_id)
     values ('Theirs', $1, 'x', 'INVITE', null) returning id`,
    [`theirs-${randomUUID().slice(0, 8)}`],
  )
  theirs.post = await one(
    `insert into public.community_posts (community_id, author_id, body) values ($1, $2, 'x') returning id`,
    [theirs.community, vic.id],
  )
  for (const [sql, values] of [
    [
      'insert into public.community_members (community_id, user_id) values ($1, $2)',
      [theirs.community, vic.id],
    ],
    [
      'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)',
      [vic.id, theirs.lesson],
    ],
    [
      'insert into public.lesson_progress (user_id, lesson_id) values ($1, $2)',
      [vic.id, theirs.lesson],
    ],
    [
      'insert into public.notification_reads (user_id, notification_id) values ($1, $2)',
      [vic.id, theirs.notification],
    ],
    [`insert into public.notification_mutes (user_id, type) values ($1, 'info')`, [vic.id]],
    [
      `insert into public.community_post_reports (post_id, reporter_id, reason) values ($1, $2, 'x')`,
      [theirs.post, vic.id],
    ],
  ] as const) {
    await db.owner(sql, [...values])
  }
  // Vic is at the limit, so that one more row in Vic's name would be refused for another reason.
  await db.owner(
    `insert into public.notes (user_id, id, lesson_id, body, revision)
     select $1, case n when 1 then $3 else gen_random_uuid() end, $2, 'x', gen_random_uuid() from generate_series(1, 5000) n`,
    [vic.id, theirs.lesson, theirs.note],
  )
})

/** The rows that Eve tries to write, each with Vic's existing key and with a key that does not exist. */
const rows = (): [string, Record<string, unknown>, Record<string, unknown>][] => [
  [
    'notes',
    { user_id: vic.id, id: theirs.note, lesson_id: theirs.lesson, body: 'x', revision: nobody },
    { user_id: nobody, id: nobody, lesson_id: nobody, body: 'x', revision: nobody },
  ],
  [
    'lesson_completions',
    { user_id: vic.id, lesson_id: theirs.lesson },
    { user_id: nobody, lesson_id: nobody },
  ],
  [
    'lesson_completions',
    { user_id: eve.id, lesson_id: theirs.lesson },
    { user_id: eve.id, lesson_id: nobody },
  ],
  [
    'lesson_progress',
    { user_id: vic.id, lesson_id: theirs.lesson, position_sec: 1 },
    { user_id: nobody, lesson_id: nobody, position_sec: 1 },
  ],
  [
    'lesson_progress',
    { user_id: eve.id, lesson_id: theirs.lesson, position_sec: 1 },
    { user_id: eve.id, lesson_id: nobody, position_sec: 1 },
  ],
  [
    'notification_reads',
    { user_id: vic.id, notification_id: theirs.notification },
    { user_id: nobody, notification_id: nobody },
  ],
  [
    'notification_reads',
    { user_id: eve.id, notification_id: theirs.notification },
    { user_id: eve.id, notification_id: nobody },
  ],
  ['notification_mutes', { user_id: vic.id, type: 'info' }, { user_id: nobody, type: 'info' }],
  [
    'community_members',
    { community_id: theirs.community, user_id: vic.id },
    { community_id: nobody, user_id: nobody },
  ],
  [
    'community_members',
    { community_id: theirs.community, user_id: eve.id },
    { community_id: nobody, user_id: eve.id },
  ],
  [
    'community_posts',
    { community_id: theirs.community, author_id: vic.id, body: 'x', id: theirs.post },
    { community_id: nobody, author_id: nobody, body: 'x', id: nobody },
  ],
  [
    'community_posts',
    { community_id: theirs.community, author_id: eve.id, body: 'x', parent_id: theirs.post },
    { community_id: nobody, author_id: eve.id, body: 'x', parent_id: nobody },
  ],
  [
    'community_post_reports',
    { post_id: theirs.post, reporter_id: vic.id, reason: 'x' },
    { post_id: nobody, reporter_id: nobody, reason: 'x' },
  ],
  [
    'community_post_reports',
    { post_id: theirs.post, reporter_id: eve.id, reason: 'x' },
    { post_id: nobody, reporter_id: eve.id, reason: 'x' },
  ],
]

async function attempt(table: string, row: Record<string, unknown>, behind: string) {
  const names = Object.keys(row)
  const { code, message } = await db.as(
    eve,
    `insert into public.${table} (${names}) values (${names.map((_, i) => `$${i + 1}`)}) ${behind}`,
    Object.values(row),
  )
  return { code, message }
}

test.each(['', 'on conflict do nothing'])(
  'a person cannot tell from an insert whether this exists: %s',
  async (behind) => {
    for (const [table, taken, free] of rows()) {
      const answer = await attempt(table, taken, behind)
      expect(answer.code, `${table} ${JSON.stringify(taken)}`).toBe('42501')
      expect(answer, table).toEqual(await attempt(table, free, behind))
    }
  },
)

test('a person cannot tell from an update or delete whether a row exists', async () => {
  for (const id of [theirs.note, nobody]) {
    for (const sql of [
      `update public.notes set body = 'y', revision = gen_random_uuid() where id = $1`,
      'delete from public.notes where id = $1',
    ]) {
      expect(await db.as(eve, `${sql} returning id`, [id])).toEqual({ rows: [] })
    }
    expect(
      (
        await db.call(eve, 'save_note', {
          note: id,
          lesson: theirs.lesson,
          body: 'x',
          revision: randomUUID(),
        })
      ).code,
    ).toBe('42501')
  }
})

/**
 * Keys that a client chooses and that do not contain the person's id; they are random, so that they do not
 * collide.
 */
const RANDOM_KEYS = [
  'cohorts.id',
  'communities.id',
  'community_posts.id',
  'courses.id',
  'lesson_attachments.id',
  'lessons.id',
  'modules.id',
]

test('keys that clients choose contain the person’s id, are random, or are visibly taken', async () => {
  const chosen = await db.owner(
    `select distinct c.relname || '.' || string_agg(a.attname, '+' order by a.attnum) as key
     from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
     where c.relnamespace = 'public'::regnamespace and i.indisunique
     group by c.relname, i.indexrelid
     having bool_and(has_column_privilege('authenticated', c.relname::regclass, a.attnum, 'insert'))
       and not bool_or(a.attname in ('user_id', 'author_id', 'reporter_id'))
     order by 1`,
  )
  expect(chosen.map(({ key }) => key)).toEqual(
    // Slugs and positions: they are unique only among rows that the caller may read.
    [
      ...RANDOM_KEYS,
      'cohort_courses.cohort_id+course_id',
      'cohort_dues.cohort_id+lesson_id',
      'cohorts.slug',
      'communities.slug',
      'courses.slug',
      'lesson_attachments.lesson_id+sort_order',
      'modules.course_id+source_path',
      'releases.cohort_id+lesson_id',
      'releases.cohort_id+module_id',
    ].sort(),
  )
})

/** Functions that run before a row's policy with their owner's rights; each reads only the caller's own rows. */
test('before a policy only these functions read with more rights than the caller’s', async () => {
  const early = await db.owner(
    `select distinct p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and p.prosecdef
       and t.tgtype & 2 = 2 and t.tgtype & 1 = 1 and t.tgtype & 4 = 4
       and has_any_column_privilege('authenticated', c.oid, 'insert') order by 1`,
  )
  expect(early.map(({ name }) => name)).toEqual([
    'change_membership', // the zone and first day of the cohort, which only the stored row shows
    'check_cohort', // names of time zones
    'check_new_end', // the row’s own end
    'check_note', // counts the caller’s notes, and keeps titles that only the stored row shows
    'check_time_zone', // names of time zones
    'limit_posting', // counts the caller’s posts
  ])
})
