import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ARGUMENT_BOUNDS } from './argument-bounds'
import { useDatabase } from './database'

// Tests that values of clients have bounds (rules/data#bounds), in the catalogue and by example.
const db = useDatabase()

const listed = async (sql: string) =>
  (await db.owner(sql)).map((row) => Object.values(row).join(' '))

/** Texts without their own bound, each with the reason why it is bounded. */
const BOUNDED_OTHERWISE: Record<string, string> = {
  'private.behind_people.facts': 'ids and moments of assignments and questions',
  'private.cohort_clearings.facts': 'ids and moments of assignments and questions',
  'private.due_work.error': 'cut by fail_job()',
  'private.due_work.key': 'ids and moments',
  'private.import_undos.before': 'what the course held, whose columns have bounds',
  'private.import_undos.version': 'a digest',
  'private.known_words.word': 'words of lessons',
  'private.lesson_documents.body': 'the lesson’s text',
  'private.link_states.target': 'links of lessons, as long as is_web_link() takes them',
  'private.people.name': 'the profile’s',
  'private.people.name_key': 'the profile’s',
  'private.people.search_key': 'the profile’s',
  'private.recovery_codes.code_hash': 'a digest',
  'private.submission_keys.key_hash': 'a digest',
  'private.uploads.bucket': 'one of three',
  'private.withheld_records.record': 'a row of public.audit_logs',
  'public.audit_logs.action': 'words of ours',
  'public.audit_logs.actor': 'a role of the database',
  'public.audit_logs.after':
    'columns of the target, which have bounds; the filter of an export, which has one',
  'public.audit_logs.before': 'columns of the target',
  'public.audit_logs.ip_address': 'cut by request_header()',
  'public.audit_logs.target_id': 'an id',
  'public.audit_logs.target_type': 'words of ours',
  'public.audit_logs.title': 'the target’s',
  'public.audit_logs.user_agent': 'cut by request_header()',
  'public.lesson_files.bucket': 'the upload’s',
  'public.lesson_files.path': 'the upload’s',
  'public.lesson_files.sha256': 'the upload’s',
  'public.lesson_files.type': 'the upload’s',
  'public.lesson_versions.assignment': 'what the assignment held, whose columns have bounds',
  'public.lesson_versions.content': 'the lesson’s',
  'public.lesson_versions.description': 'the lesson’s',
  'public.lesson_versions.fields': 'names of columns',
  'public.lesson_versions.title': 'the lesson’s',
  'public.list_changes.resource': 'words of ours',
  'public.notes.course_title': 'the course’s',
  'public.notes.lesson_title': 'the lesson’s',
}

/** Tables that only migrations or the signed events of the payment provider write. */
const NOT_BY_CLIENTS = [
  'private.due_kinds.%',
  'private.export_lists.%',
  'private.purchase_events.%',
  'private.purchase_notices.%',
  'private.purchase_sums.%',
  'private.row_counts.%',
  'public.role_permissions.%',
]

test('every stored text and JSON has a bound, or a reason', async () => {
  expect(
    await listed(
      `select t.name from (
         select n.nspname || '.' || c.relname || '.' || a.attname as name, c.oid, a.attnum
         from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ('public', 'private') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
           and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype, 'bytea'::regtype)) t
       where not t.name like any ('{${NOT_BY_CLIENTS}}') and not exists (
         -- A length, a form that has one, a list of words, or a row of another table.
         select 1 from pg_constraint k where k.conrelid = t.oid and t.attnum = any (k.conkey)
           and (k.contype = 'f' or k.contype = 'c' and pg_get_constraintdef(k.oid) ~ '(_length\\(|is_\\w+\\(|= ANY|\\{\\d)'))
       order by 1`,
    ),
  ).toEqual(Object.keys(BOUNDED_OTHERWISE))
})

/** Timestamp arguments of functions that write, each with its latest value. */
const MOMENTS_GIVEN: Record<string, string> = {
  'change_access.ends_at': 'entitlements.expires_at, after check_end()',
  'edit_notification.expires_at': 'notifications.expires_at',
  'edit_notification.publish_at': 'notifications.publish_at',
  'give_extension.due_at': 'extensions.due_at',
  'hand_in_run.made_at': 'compared alone',
  'mark_community_seen.seen': 'community_visits.seen_at',
  'restore_lesson_version.unchanged_since': 'compared alone',
  'save_lesson.unchanged_since': 'compared alone',
  'see_community.seen': 'the same, under its earlier name',
  'send_global_notification.expires_at': 'notifications.expires_at',
  'send_global_notification.publish_at': 'notifications.publish_at',
  'send_user_notification.expires_at': 'notifications.expires_at',
  'send_user_notification.publish_at': 'notifications.publish_at',
  'snooze_inbox_row.until': 'inbox_marks.until',
  'submit_round.made_at': 'submission_rounds.made_at',
}

test('every timestamp that clients write is in a year of the calendar', async () => {
  expect(
    await listed(
      `select p.proname || '.' || a.name
       from pg_proc p cross join lateral unnest(p.proargtypes::oid[], p.proargnames) a (type, name)
       where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and a.type = 'timestamptz'::regtype
         and has_function_privilege('authenticated', p.oid, 'execute') order by 1`,
    ),
  ).toEqual(Object.keys(MOMENTS_GIVEN))
  const kept = Object.values(MOMENTS_GIVEN).map((place) => place.split(',')[0])
  expect(
    await listed(
      `select c.relname || '.' || a.attname
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r' and a.attnum > 0
         and a.atttypid = 'timestamptz'::regtype
         and (has_column_privilege('authenticated', c.oid, a.attnum, 'insert, update')
           or c.relname || '.' || a.attname = any ('{${kept}}'))
         and not exists (
           select 1 from pg_constraint k where k.conrelid = c.oid and k.conkey = array[a.attnum]
             and pg_get_constraintdef(k.oid) ~ '>= ''1970.*<= ''9999')`,
    ),
  ).toEqual([])
})

describe('the end of an entitlement', () => {
  const grant = async (expires_at: string | null, role: 'MODERATOR' | 'MEMBER' = 'MODERATOR') => {
    const [by, member, course] = [await db.person({ role }), await db.person(), await db.course()]
    const insert =
      'insert into public.entitlements (user_id, course_id, expires_at) values ($1, $2, $3)'
    return db.as(by, insert, [member.id, course.id, expires_at])
  }

  test.each([
    ['-infinity', 'PT422', 'Access cannot end in the past. Choose today or a later day.'],
    ['2020-01-01', 'PT422', 'Access cannot end in the past. Choose today or a later day.'],
    ['infinity', 'PT422', 'This day is too far away. Remove the end date instead.'],
    ['294276-12-31', 'PT422', 'This day is too far away. Remove the end date instead.'],
  ])('at %s is refused in a direct write', async (end, code, message) => {
    expect(await grant(end)).toMatchObject({ code, message })
    expect((await grant(end, 'MEMBER')).code).toBe('42501')
  })

  test('is a future day, or never', async () => {
    expect((await grant('2999-12-31')).code).toBeUndefined()
    expect((await grant(null)).code).toBeUndefined()
  })

  test('is bounded for the schema’s owner and the service role too, who may add ended ones', async () => {
    const [member, course] = [await db.person(), await db.course()]
    const service = { id: '', email: '', claims: { role: 'service_role', sub: null } }
    const insert = (end: string) =>
      db.as(
        service,
        'insert into public.entitlements (user_id, course_id, expires_at) values ($1, $2, $3)',
        [member.id, course.id, end],
      )
    for (const end of ['infinity', '-infinity', '294276-01-01']) {
      expect((await insert(end)).code, end).toBe('23514')
    }
    expect((await insert('2020-01-01')).code).toBeUndefined()
  })
})

test('a notification begins and ends within the calendar', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  for (const moment of ['infinity', '-infinity', '294276-01-01']) {
    for (const name of ['publish_at', 'expires_at']) {
      const sent = await db.call(admin, 'send_global_notification', {
        title: 'Soon',
        message: 'Soon',
        [name]: moment,
      })
      // A beginning in the past counts as now.
      if (name === 'expires_at' || moment !== '-infinity') {
        expect(['23514', 'PT422'], `${name} ${moment}`).toContain(sent.code)
      }
    }
  }
  const endless = 'not isfinite(publish_at) or not isfinite(expires_at)'
  expect(await db.owner(`select id from public.notifications where ${endless}`)).toEqual([])
})

test('positions in videos and the times of positions have limits', async () => {
  const member = await db.person()
  const course = await db.course()
  await db.entitle(member, course.id)
  const progress = `insert into public.lesson_progress (user_id, lesson_id, position_at) values ($1, $2, '-infinity')`
  expect((await db.as(member, progress, [member.id, course.preview])).code).toBe('23514')
  const note = `insert into public.notes (user_id, id, lesson_id, body, revision, updated_at)
    values ($1, gen_random_uuid(), $2, 'x', gen_random_uuid(), '-infinity')`
  expect((await db.as(member, note, [member.id, course.text])).code).toBe('23514')
})

describe('values of several megabytes', () => {
  const much = 'x'.repeat(9_000_000)

  test('in the title of an uploaded lesson are refused, with their place', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const send = (lesson: object) =>
      db.call(admin, 'send_lessons', {
        sending: randomUUID(),
        lessons: JSON.stringify([{ module_no: 2, place: 4, lesson }]),
      })
    const message = expect.stringMatching(/^Lesson 5 of module 2 is too long/)
    for (const name of ['title', 'description', 'external_url', 'anything']) {
      expect(await send({ title: 'Fine', [name]: much }), name).toMatchObject({
        code: 'PT422',
        message,
      })
    }
    expect(await send({ content: 'x'.repeat(500_001) })).toMatchObject({ code: 'PT422', message })
    expect((await send({ title: 'Fine', content: 'x'.repeat(500_000) })).code).toBeUndefined()
    expect((await send([much])).code).toBe('PT422')
  })

  test('in a list of people to invite are refused', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const lines = JSON.stringify([{ email: much }])
    for (const [name, args] of [
      ['check_invites', { lines }],
      ['create_invites', { operation_id: randomUUID(), piece: 0, lines }],
    ] as const) {
      expect(await db.call(admin, name, args), name).toMatchObject({ code: 'PT422' })
    }
  })

  test('in the filter of an export are refused, and nothing is recorded', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    for (const filter of [{ query: much }, { [much]: 'x' }]) {
      const begun = await db.call(admin, 'begin_export', {
        list: 'members',
        filter: JSON.stringify(filter),
      })
      expect(begun.code).toBe('PT422')
    }
    const records = await db.owner(
      `select id from public.audit_logs where user_id = $1 and action = 'data.export'`,
      [admin.id],
    )
    expect(records).toEqual([])
  })

  test('in a person’s own metadata are refused, at sign-up and later', async () => {
    const said = { code: 'PT422', message: 'That is too much about one person.' }
    const big = { name: 'Bea', story: 'x'.repeat(20_000) }
    await expect(db.account({ metadata: big })).rejects.toMatchObject(said)
    const { id } = await db.account()
    await expect(
      db.authService('update auth.users set raw_user_meta_data = $2 where id = $1', [
        id,
        JSON.stringify(big),
      ]),
    ).rejects.toMatchObject(said)
  })
})

describe('every array, text and JSON argument of a function that clients can call', () => {
  const bound = new Map(
    Object.entries(ARGUMENT_BOUNDS).flatMap(([name, given]) =>
      Object.entries(given).map(([argument, most]) => [`${name}.${argument}`, most] as const),
    ),
  )
  const exposed = () =>
    db.owner(
      `select p.proname as name, a.name as argument, a.type::regtype::text as type,
         (regexp_match(p.prosrc, format('private\\.at_most\\(''%1$s'', %1$s, (\\d+)\\)', a.name)))[1]::int as most, (
           select array_agg(format('%I => null::%s', x.name, x.type::regtype) order by x.place)
           from unnest(p.proargtypes::oid[], p.proargnames) with ordinality x (type, name, place)
           where x.place <= p.pronargs - p.pronargdefaults and x.name <> a.name) as others
       from pg_proc p cross join lateral unnest(p.proargtypes::oid[], p.proargnames) a (type, name)
       join pg_type t on t.oid = a.type
       where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
         and (a.type in ('text'::regtype, 'jsonb'::regtype, 'json'::regtype, 'varchar'::regtype, 'bytea'::regtype) or t.typcategory = 'A')
         and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute')
           or has_function_privilege('service_role', p.oid, 'execute'))
       order by 1, 2`,
    )

  test('has a bound', async () => {
    const found = (await exposed()).map(({ name, argument, most }) => [`${name}.${argument}`, most])
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(bound))
  })

  test('is refused with one more than its bound, and not below it', async () => {
    /** A value that exceeds the bound of a parameter, as SQL. */
    const values: Record<string, (size: number) => string> = {
      text: (size) => `repeat('x', ${size})`,
      jsonb: (size) => `to_jsonb(repeat('x', ${size}))`,
      'uuid[]': (size) => `array_fill(gen_random_uuid(), array[${size}])`,
      'text[]': (size) => `array_fill('x'::text, array[${size}])`,
    }
    const refusals: unknown[] = []
    const early: unknown[] = []
    const service = { id: '', email: '', claims: { role: 'service_role', sub: null } }
    for (const { name, argument, type, others } of await exposed()) {
      const most = bound.get(`${name}.${argument}`) ?? 0
      // A call that is not refused is rolled back.
      const call = (size: number) =>
        db.as(
          service,
          `do $do$ begin
             perform public.${name}(${[`${argument} => ${values[String(type)]?.(size)}`, ...((others as string[]) ?? [])].join(', ')});
             raise exception 'not refused';
           end $do$`,
        )
      const refused = await call(most + 1)
      if (refused.code !== 'PT422' || refused.hint !== argument) {
        refusals.push([name, argument, refused])
      }
      if (most > 1_000_000) continue
      const below = await call(Math.floor(most * 0.9))
      if (MESSAGES.includes(below.message ?? '')) early.push([name, argument, below])
    }
    expect(refusals).toEqual([])
    expect(early).toEqual([])
  })

  test('that is JSON is refused if one of its numbers has a long text', async () => {
    const member = await db.person()
    for (const number of ['1e131071', '-1e16', '1e-16383', '0e-16383']) {
      const body = `{"text": [${Array(5000).fill(number).join(', ')}]}`
      const began = performance.now()
      const refused = await db.call(member, 'save_work_draft', {
        lesson_id: randomUUID(),
        body,
        revision: randomUUID(),
      })
      expect(refused, number).toMatchObject({ code: 'PT422' })
      // 4,000 such numbers used to take 20 seconds.
      expect(performance.now() - began, number).toBeLessThan(2000)
    }
  })
})

const MESSAGES = ['This text is too long.', 'That is too much at once.']
