import { randomUUID } from 'node:crypto'
import { type Person, type TestDatabase, uniqueName } from '../database'
import { communities } from './communities'
import { files } from './files'
import { tracesOfQuestions } from './traces-of-questions'
import { tracesOfWork } from './traces-of-work'

/** Values by which a person is found. */
export interface PersonTraces {
  name: string
  address: string
  id: string
  network: string
}

/** Creates data of a person in every table. */
export function tracesOf(db: TestDatabase) {
  const { community, admit, post } = communities(db)
  const { sent, write } = files(db)
  const workOfThem = tracesOfWork(db)
  const questionsOfThem = tracesOfQuestions(db)

  /** Creates a creator with data in every table. */
  async function everywhere(): Promise<{ person: Person; traces: PersonTraces; course: string }> {
    const family = uniqueName()
    const name = `Zoë ${family}`
    const person = await db.person({
      role: 'CREATOR',
      metadata: { name, phone: '+1 555 0100' },
    })
    const network = `2001:db8::${(person.id.match(/[1-9a-f][0-9a-f]{3}/g) ?? []).slice(0, 3).join(':')}`
    const traces = { name: family, address: person.email, id: person.id, network }
    const [admin, other] = [await db.person({ role: 'ADMIN' }), await db.person()]
    const says = `${name} <${person.email.toUpperCase()}>`

    // Auth.
    await db.authService(`update auth.sessions set user_agent = $2, ip = $3 where user_id = $1`, [
      person.id,
      `Browser of ${person.id}`,
      network,
    ])
    await db.authService(
      `insert into auth.sessions (id, user_id, user_agent, ip, created_at, updated_at) values ($1, $2, $3, $4, now(), now())`,
      [randomUUID(), person.id, `Telephone of ${person.id}`, network],
    )
    await db.authService(
      `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1::text, $1::text::uuid, jsonb_build_object('email', $2::text), 'email')`,
      [person.id, person.email],
    )
    await db.authService(
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to) values (gen_random_uuid(), $1, 'recovery_token', 'x', $2)`,
      [person.id, person.email],
    )
    await db.authService(
      `insert into auth.flow_state (id, user_id, provider_type, authentication_method) values (gen_random_uuid(), $1, 'email', 'recovery')`,
      [person.id],
    )
    await db.addFactor(person)
    await db.authService('delete from auth.mfa_factors where user_id = $1', [person.id])

    // Invites by them and to them, and notifications about those.
    await db.owner('insert into public.invites (email, invited_by_id) values ($1, $2)', [
      `${randomUUID()}@example.test`,
      person.id,
    ])
    for (const [address, change] of [
      [`old-${family}@example.test`, `redeemed_at = now(), redeemed_by_id = '${person.id}'`],
      [person.email, `expires_at = now() - interval '1 day'`],
      [person.email.toUpperCase(), 'email = email'],
    ] as const) {
      const [row] = await db.owner(
        'insert into public.invites (email, invited_by_id, name) values ($1, $2, $3) returning id',
        [address, admin.id, name],
      )
      await db.owner(`update public.invites set ${change} where id = $1`, [row?.id])
    }
    await db.owner(
      `update private.due_work w set error = 'No mailbox ' || $1 from public.invites i
     where i.id = w.subject_id and lower(i.email) = $1`,
      [person.email],
    )
    await db.answer(admin, 'create_invites', {
      operation_id: randomUUID(),
      piece: 0,
      lines: JSON.stringify([{ email: person.email }]),
    })
    await db.owner(
      'insert into private.invite_mails (sender_id, invite_id) select $1, i.id from public.invites i limit 1',
      [person.id],
    )

    // Their course, with files.
    let course = ''
    await db.withSettings({ creators_admin_panel: true }, async () => {
      const made = await db.course({ by: person })
      course = made.id
      await db.as(
        person,
        'update public.courses set author_name = $2, author_description = $3 where id = $1',
        [made.id, name, `${name} has taught for years`],
      )
      const file = { name: `ZOË_${family}-notes.png`, alt: `A picture of ${says}` }
      const path = await sent(person, file)
      const gone = await sent(person, { ...file, sha256: 'another' })
      await write(person, made.text, `![](lesson-files/${path}) ![](lesson-files/${gone})`)
      await write(person, made.text, `![](lesson-files/${path})`)
      await db.as(
        person,
        `insert into public.lesson_attachments (lesson_id, title, url, sort_order) values ($1, $2, $3, 5)`,
        [made.text, `Notes of ${name}`, `lesson-files/${path}`],
      )
      await db.as(person, 'update public.lessons set file_key = $2, file_name = $3 where id = $1', [
        made.text,
        path,
        file.name,
      ])
      await db.owner(`delete from public.lesson_files where path = $1`, [gone])
      await db.owner(
        `insert into private.import_undos (course_id, user_id, version, before) values ($1, $2, 'x', $3)`,
        [
          made.id,
          person.id,
          JSON.stringify({ course: { author_name: name }, modules: [], lessons: [] }),
        ],
      )
      await db.owner(
        `insert into private.sent_lessons (user_id, sending, module_no, place, listed, bytes) values ($1, gen_random_uuid(), 1, 0, $2, 1)`,
        [person.id, JSON.stringify({ title: name })],
      )
      await db.owner('insert into private.link_checks (user_id) values ($1)', [person.id])
    })

    // Notifications to them and about them.
    await db.answer(admin, 'send_user_notification', {
      recipient_id: person.id,
      title: `Hello ${name}`.slice(0, 100),
      message: says,
    })
    await db.owner(
      `insert into public.notifications (title, message, recipient_id) values ($1, $2, $3)`,
      [person.email.slice(0, 100), `${person.email} has not accepted your invite yet.`, admin.id],
    )
    await db.owner(
      `insert into public.notifications (title, message, is_global, sender_id, source) values ('All', 'All', true, $1, $2)`,
      [person.id, `${name} · Autumn`.slice(0, 250)],
    )
    await db.as(
      person,
      `insert into public.notification_mutes (user_id, type) values ($1, 'info')`,
      [person.id],
    )

    // Purchases, and what they learned.
    const bought = await db.course()
    const { id: purchase } = (await db.answer(admin, 'record_purchase', {
      key: randomUUID(),
      user_id: person.id,
      course_id: bought.id,
      amount_cents: 4900,
      currency: 'EUR',
      kind: 'scholarship',
      reason: `Scholarship of ${says}`,
    })) as { id: string }
    await db.answer(admin, 'refund_purchase', { purchase_id: purchase, reason: `${name} left` })
    await db.owner(
      `select public.record_purchase_event(provider => 'stripe', event_id => $1, kind => 'COMPLETED', ref => $2,
         occurred_at => now(), course => $3, amount_cents => 4900, currency => 'EUR', email => $4,
         type => 'checkout.session.completed')`,
      [`evt_${randomUUID()}`, `pi_${randomUUID()}`, bought.id, person.email],
    )
    await db.entitle(person, bought.id)
    await db.entitle(other, bought.id)
    await db.owner('update public.entitlements set granted_by_id = $2 where user_id = $1', [
      other.id,
      person.id,
    ])
    await db.owner('insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
      person.id,
      bought.text,
    ])
    await db.owner(
      'insert into public.lesson_progress (user_id, lesson_id, position_sec) values ($1, $2, 1)',
      [person.id, bought.preview],
    )
    await db.answer(person, 'save_note', {
      note: randomUUID(),
      lesson: bought.text,
      body: says,
      revision: randomUUID(),
    })

    // Communities.
    const place = await community()
    for (const who of [person, other]) await admit(who, place)
    // Cohorts.
    const cohort = randomUUID()
    await db.owner(
      `insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on, created_by_id)
       values ($1::uuid, left('c-' || $1::text, 50), 'Autumn', 'UTC', current_date, current_date + 30, $2)`,
      [cohort, person.id],
    )
    await db.owner('insert into public.cohort_members (cohort_id, user_id) values ($1, $2)', [
      cohort,
      person.id,
    ])
    for (const [about, by] of [
      [person.id, admin.id],
      [other.id, person.id],
    ]) {
      await db.owner(
        `insert into private.cohort_clearings (cohort_id, user_id, reason, note, cleared_by_id) values ($1, $2, 'SILENT', $3, $4)`,
        [cohort, about, about === person.id ? says : '', by],
      )
    }
    await db.owner(
      `insert into public.cohort_messages (cohort_id, sender_id, title, message, people, mails) values ($1, $2, left($3, 100), $3, 1, 1)`,
      [cohort, person.id, `Write to ${person.email}`],
    )
    await workOfThem(person, other, says)
    await questionsOfThem(person, other, says)
    await db.owner('insert into public.preferences (user_id, time_zone) values ($1, $2)', [
      person.id,
      'UTC',
    ])
    await db.owner('update public.communities set created_by_id = $2 where id = $1', [
      place.id,
      person.id,
    ])
    await db.owner(
      'insert into private.community_visits (user_id, community_id, seen_at) values ($1, $2, now())',
      [person.id, place.id],
    )
    const thread = await post(person, place)
    await db.owner('update public.community_posts set body = $2 where id = $1', [thread, says])
    await post(other, place, { answers: thread })
    const theirs = await post(other, place)
    await db.owner(
      `update public.community_posts set deleted_at = now(), deleted_by_id = $2 where id = $1`,
      [theirs, person.id],
    )
    for (const [id, reporter] of [
      [thread, other.id],
      [theirs, person.id],
    ]) {
      await db.owner(
        'insert into public.community_post_reports (post_id, reporter_id, reason) values ($1, $2, $3)',
        [id, reporter, `${says} is rude`],
      )
    }
    const another = await post(other, place)
    await db.owner(
      `insert into public.community_post_reports (post_id, reporter_id, reason, resolved_at, resolved_by_id) values ($1, $2, 'x', now(), $3)`,
      [another, other.id, person.id],
    )

    // Exports and codes.
    await db.owner(
      `insert into private.exports (user_id, list, filter) values ($1, 'members', '{}')`,
      [person.id],
    )
    await db.owner('insert into private.recovery_tries (user_id) values ($1)', [person.id])
    await db.answer(person, 'my_data', {})
    await db.owner(
      `insert into private.unheld_files (lesson_id, path, named_by_id, left_by_id, left_at)
       select l.id, $2, $3, $3, now() from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = $1 limit 1`,
      [course, `${randomUUID()}/plan.pdf`, person.id],
    )
    return { person, traces, course }
  }

  return everywhere
}
