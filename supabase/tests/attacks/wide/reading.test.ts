import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { codeOf, rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'
import { type Attacker, demotedAdmin, member, neighbour, stranger } from '../attackers'
import { leakedSecrets, plantVictim, type Victim } from '../secrets'

const db = useDatabase()

/** The tables that only functions and the service role read. */
const ungranted = /course_slugs|repositories|repository_results|role_permissions/

let victim: Victim
let attackers: Attacker[]
let tables: string[]
let embeddings: string[]

beforeAll(async () => {
  victim = await plantVictim(db)
  const dora = await demotedAdmin(db)
  await dora.demote()
  attackers = [stranger, await member(db), await neighbour(db), dora]
  tables = (
    await db.owner(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p') order by 1`,
    )
  ).map(({ relname }) => String(relname))
  // A path can name tables of the API's schema only.
  const keys = await db.owner(
    `select c.conname, c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent
     from pg_constraint c join pg_class p on p.oid = c.confrelid
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and p.relnamespace = 'public'::regnamespace
       and c.confrelid <> c.conrelid order by 1`,
  )
  embeddings = keys.flatMap(({ conname, child, parent }) => [
    `${child}?select=*,${parent}!${conname}(*)`,
    `${parent}?select=*,${child}!${conname}(*)`,
    `${parent}?select=*,${child}!${conname}!inner(*)`,
  ])
})

/** Requests each path as each attacker, and returns the paths whose answers contained a secret of the victim. */
async function leaking(
  paths: string[],
  headers?: Record<string, string>,
  people = attackers,
): Promise<string[]> {
  const found: string[] = []
  for (const { name, token } of people) {
    for (const path of paths) {
      const answer = await rest(path, { token, headers })
      // Each path must be valid, because a wrong one would return no secret either.
      const status = token === undefined ? [401] : ungranted.test(path) ? [403] : [200]
      if (!headers) expect(status, `${name}: ${path} ${answer.text}`).toContain(answer.status)
      if (leakedSecrets(victim, answer.text).length > 0) found.push(`${name}: ${path}`)
    }
  }
  return found
}

test('an administrator can read the secrets that the following tests look for', async () => {
  const token = await tokenFor(await db.person({ role: 'ADMIN' }))
  const paths = [
    `profiles?id=eq.${victim.id}`,
    `invites?id=eq.${victim.invite}`,
    `purchases?id=eq.${victim.purchase}`,
    `lessons?id=eq.${victim.draft.lesson}`,
    `notifications?id=eq.${victim.notification}`,
    `community_posts?id=eq.${victim.post}`,
    `courses?id=eq.${victim.draft.course}&select=id,modules(lessons(content))`,
  ]
  for (const path of paths) {
    expect(leakedSecrets(victim, (await rest(path, { token })).text), path).not.toEqual([])
  }
})

describe('an attacker cannot read rows of the victim', () => {
  test('from any table', async () => {
    expect(tables.length).toBeGreaterThan(20)
    expect(await leaking(tables.map((table) => `${table}?select=*`))).toEqual([])
  })

  test('by naming the row', async () => {
    const paths = [
      `profiles?id=eq.${victim.id}&select=name`,
      `profiles?email=eq.${victim.email}&select=name`,
      `courses?id=eq.${victim.draft.course}`,
      `courses?slug=eq.${victim.deleted.slug}`,
      `modules?id=eq.${victim.draft.module}`,
      `lessons?id=eq.${victim.course.lesson}`,
      `lessons?module_id=eq.${victim.course.module}`,
      `lesson_versions?lesson_id=eq.${victim.course.lesson}`,
      `lesson_attachments?lesson_id=eq.${victim.course.lesson}`,
      `entitlements?user_id=eq.${victim.id}`,
      `lesson_completions?lesson_id=eq.${victim.course.lesson}`,
      `lesson_progress?user_id=eq.${victim.id}`,
      `notes?user_id=eq.${victim.id}`,
      `invites?token=eq.${victim.inviteToken}&select=email`,
      `invite_courses?invite_id=eq.${victim.invite}`,
      `purchases?id=eq.${victim.purchase}`,
      `communities?id=eq.${victim.community}`,
      `community_members?community_id=eq.${victim.community}`,
      `community_posts?id=eq.${victim.post}`,
      `community_post_reports?post_id=eq.${victim.post}`,
      `notifications?id=eq.${victim.notification}`,
      `notification_reads?user_id=eq.${victim.id}`,
      `notification_mutes?user_id=eq.${victim.id}`,
      `audit_logs?user_id=eq.${victim.author.id}`,
      `cohorts?id=eq.${victim.cohort}`,
      `cohorts?slug=eq.c-${victim.cohort}`,
      `cohort_courses?cohort_id=eq.${victim.cohort}`,
      `cohort_members?user_id=eq.${victim.id}`,
      `cohort_staff?cohort_id=eq.${victim.cohort}`,
      `cohort_messages?cohort_id=eq.${victim.cohort}`,
      `releases?cohort_id=eq.${victim.cohort}`,
      `preferences?user_id=eq.${victim.id}`,
    ]
    for (const { name, token } of attackers) {
      for (const path of paths) {
        const { body, status } = await rest(path, { token })
        expect([status, body], `${name}: ${path}`).toEqual(
          token === undefined ? [401, expect.objectContaining({ code: '42501' })] : [200, []],
        )
      }
    }
  })

  test('by embedding one table in another, over every foreign key and both ways', async () => {
    expect(embeddings.length).toBeGreaterThan(90)
    // A visitor may read no table, as 070-catalogue.test.ts shows.
    const people = attackers.filter((attacker) => attacker !== stranger)
    expect(await leaking(embeddings, undefined, people)).toEqual([])
  })

  test('by embedding over two steps, under another name, or spread out', async () => {
    expect(
      await leaking([
        'courses?select=*,who:profiles!courses_created_by_id_fkey(*,invites!invites_invited_by_id_fkey(token))',
        'courses?select=*,modules(*,lessons(*,lesson_attachments(*),lesson_completions(*,profiles(*))))',
        'entitlements?select=*,...profiles!entitlements_user_id_fkey(email,phone)',
        'communities?select=*,community_members(*,profiles(*)),community_posts(*,community_post_reports(*))',
        'notifications?select=*,sender:profiles!notifications_sender_id_fkey(*),notification_reads(*)',
        'invite_courses?select=*,invites(*),courses(*)',
        'profiles?select=*,purchases(*),audit_logs(*)',
        'community_posts?select=*,answered:parent_id(*),answers:community_posts!parent_id(*)',
      ]),
    ).toEqual([])
  })

  test('as CSV, as one object, or as plain text', async () => {
    for (const accept of ['text/csv', 'application/vnd.pgrst.object+json', 'text/plain']) {
      expect(
        await leaking([`profiles?id=eq.${victim.id}`, `lessons?id=eq.${victim.course.lesson}`], {
          accept,
        }),
      ).toEqual([])
    }
  })

  test('from query plans, which would name rows and filters', async () => {
    for (const { name, token } of attackers) {
      const answer = await rest('profiles?select=*', {
        token,
        headers: { accept: 'application/vnd.pgrst.plan+json' },
      })
      expect([406, 415], name).toContain(answer.status)
    }
  })
})

describe('an attacker cannot guess values of the victim', () => {
  test('by filtering or ordering on hidden columns: right and wrong guesses look alike', async () => {
    const word = victim.name
    const pairs = [
      [`profiles?select=id&email=eq.${victim.email}`, 'profiles?select=id&email=eq.nobody'],
      [`profiles?select=id&phone=like.${word.slice(0, 9)}*`, 'profiles?select=id&phone=like.no*'],
      [`lessons?select=id&content=eq.${word}`, 'lessons?select=id&content=eq.nothing'],
      [
        `invites?select=id&token=eq.${victim.inviteToken}`,
        `invites?select=id&token=eq.${victim.id}`,
      ],
      [
        `courses?select=id,modules!inner(lessons!inner(id))&modules.lessons.content=eq.${word}`,
        'courses?select=id,modules!inner(lessons!inner(id))&modules.lessons.content=eq.nothing',
      ],
      [`rpc/course_titles?description=eq.${word}`, 'rpc/course_titles?description=eq.nothing'],
      [
        `profiles?select=id&or=(email.eq.${victim.email},phone.eq.1)`,
        'profiles?select=id&or=(email.eq.x,phone.eq.1)',
      ],
    ] as const
    for (const { name, token } of attackers) {
      for (const [right, wrong] of pairs) {
        const [hit, miss] = [await rest(right, { token }), await rest(wrong, { token })]
        expect([hit.status, hit.body], `${name}: ${right}`).toEqual([miss.status, miss.body])
      }
    }
  })

  test('by counting: a count covers only visible rows, with GET or HEAD', async () => {
    const hidden = [
      `profiles?id=eq.${victim.id}`,
      `lessons?module_id=eq.${victim.course.module}`,
      `entitlements?course_id=eq.${victim.course.course}`,
      `purchases?id=eq.${victim.purchase}`,
      `invites?id=eq.${victim.invite}`,
      'audit_logs?select=id',
      'settings?select=id',
    ]
    for (const { name, token } of attackers) {
      for (const method of ['GET', 'HEAD']) {
        for (const path of hidden) {
          const answer = await rest(path, { method, token, headers: { prefer: 'count=exact' } })
          const range = token === undefined ? null : '*/0'
          expect(answer.headers.get('content-range'), `${name}: ${method} ${path}`).toBe(range)
        }
      }
    }
  })

  test('by aggregates', async () => {
    for (const { name, token } of attackers) {
      for (const path of ['profiles?select=count()', 'purchases?select=amount_cents.sum()']) {
        const answer = await rest(path, { token })
        expect([400, 401], `${name}: ${path}`).toContain(answer.status)
      }
    }
  })

  test('by conflicts: existing and missing rows get the same refusal', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    const pairs = [
      ['profiles', { id: victim.id }, { id: unknown }],
      ['courses', { title: 'x', slug: victim.draft.slug }, { title: 'x', slug: 'free-slug' }],
      [
        'modules',
        { course_id: victim.draft.course, title: 'x', index: 0 },
        { course_id: unknown, title: 'x', index: 0 },
      ],
      [
        'lessons',
        { module_id: victim.draft.module, title: 'x', index: 0 },
        { module_id: unknown, title: 'x', index: 0 },
      ],
      ['lesson_completions', { lesson_id: victim.draft.lesson }, { lesson_id: unknown }],
      ['lesson_progress', { lesson_id: victim.draft.lesson }, { lesson_id: unknown }],
      [
        'entitlements',
        { user_id: victim.id, course_id: victim.course.course },
        { user_id: unknown, course_id: unknown },
      ],
      ['community_members', { community_id: victim.community }, { community_id: unknown }],
      ['community_post_reports', { post_id: victim.post }, { post_id: unknown }],
      [
        'notification_reads',
        { notification_id: victim.notification },
        { notification_id: unknown },
      ],
    ] as const
    for (const { name, token } of attackers) {
      for (const [table, there, missing] of pairs) {
        const [hit, miss] = [
          await rest(table, { method: 'POST', token, body: there }),
          await rest(table, { method: 'POST', token, body: missing }),
        ]
        expect(codeOf(hit), `${name}: ${table}`).toBe('42501')
        expect([hit.status, hit.body], `${name}: ${table}`).toEqual([miss.status, miss.body])
      }
    }
  })
})
