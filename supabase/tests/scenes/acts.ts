import { randomUUID } from 'node:crypto'
import type { Person, TestDatabase } from '../database'
import { type Act, SECRET_NAME } from './act'
import { actsOnAssignments } from './acts-on-assignments'
import { actsOnCohorts } from './acts-on-cohorts'
import { actsOnCourses } from './acts-on-courses'
import { actsOnExercises } from './acts-on-exercises'
import { actsOnQuestions } from './acts-on-questions'
import { communities } from './communities'

/** Returns, for each function whose changes are recorded, an action that calls it with new people and content. */
export function acts(db: TestDatabase): Record<string, () => Promise<Act>> {
  const { community, admit, post } = communities(db)
  const admin = () => db.person({ role: 'ADMIN', name: SECRET_NAME })
  const moderator = () => db.person({ role: 'MODERATOR', name: SECRET_NAME })
  const member = () => db.person({ name: SECRET_NAME })

  /** Returns an administrator's action on a person. */
  const onPerson = (records: string[], args: Record<string, unknown>) => async (): Promise<Act> => {
    const [who, person] = [await admin(), await member()]
    return { who, args: { user_id: person.id, ...args }, names: [person.id], records }
  }

  /** Returns an action in a community that a person has joined. */
  const onMember =
    (records: string[], args: (place: string, person: string) => Record<string, unknown>) =>
    async (): Promise<Act> => {
      const [who, place] = [await admin(), await community()]
      const person = await admit(await member(), place)
      return { who, args: args(place.id, person.id), names: [place.id, person.id], records }
    }

  /** Creates a reported post of a member, in a community with a moderator. */
  async function reported() {
    const [who, place] = [await moderator(), await community()]
    await admit(who, place, 'MODERATOR')
    const author = await admit(await member(), place)
    const id = await post(author, place)
    for (const reason of [`${SECRET_NAME} wrote this`, 'Rude']) {
      await db.owner(
        'insert into public.community_post_reports (post_id, reporter_id, reason) values ($1, $2, $3)',
        [id, (await member()).id, reason],
      )
    }
    return { who, place, author, id }
  }

  async function invite(by: Person): Promise<string> {
    const [row] = await db.owner(
      'insert into public.invites (email, invited_by_id) values ($1, $2) returning id',
      [`${randomUUID()}@example.test`, by.id],
    )
    return String(row?.id)
  }

  async function purchase(who: Person, person: Person): Promise<string> {
    const answer = await db.answer(who, 'record_purchase', await sale(person))
    return (answer as { id: string }).id
  }

  const sale = async (person: Person) => ({
    key: randomUUID(),
    user_id: person.id,
    course_id: (await db.course()).id,
    amount_cents: 4900,
    currency: 'EUR',
    kind: 'other',
    reason: 'Paid in the office',
  })

  async function notification(person: Person): Promise<string> {
    const [row] = await db.owner(
      `insert into public.notifications (title, message, recipient_id) values ($1, $1, $2) returning id`,
      [`Hello ${SECRET_NAME}`, person.id],
    )
    return String(row?.id)
  }

  async function withFactor(): Promise<Person> {
    const person = await member()
    await db.addFactor(person)
    return db.signedIn(person, 'aal2')
  }

  return {
    ...actsOnAssignments(db),
    ...actsOnExercises(db),
    ...actsOnCohorts(db),
    ...actsOnCourses(db),
    ...actsOnQuestions(db),

    // Invites.
    create_invite: async () => ({
      who: await moderator(),
      args: { email: `${randomUUID()}@example.test` },
      names: [],
      records: ['invite.create'],
    }),
    create_invites: async () => ({
      who: await moderator(),
      args: {
        operation_id: randomUUID(),
        piece: 0,
        lines: JSON.stringify([{ email: `${randomUUID()}@example.test` }]),
      },
      names: [],
      records: ['invite.create'],
    }),
    resend_invite: async () => {
      const who = await moderator()
      const id = await invite(who)
      return { who, args: { invite_id: id }, names: [id], records: ['invite.resend'] }
    },
    cancel_invite: async () => {
      const who = await moderator()
      const id = await invite(who)
      return { who, args: { invite_id: id }, names: [id], records: ['invite.cancel'] }
    },
    change_invites: async () => {
      const who = await admin()
      const ids = [await invite(who), await invite(await moderator())]
      return {
        who,
        args: { operation_id: randomUUID(), piece: 0, act: 'cancel', invite_ids: ids },
        names: ids,
        records: ['invite.cancel', 'invite.cancel'],
      }
    },
    accept_invite: async () => {
      const who = await member()
      const sender = await admin()
      const [row] = await db.owner(
        'insert into public.invites (email, invited_by_id) values ($1, $2) returning id, token',
        [who.email, sender.id],
      )
      return {
        who,
        args: { token: row?.token },
        names: [String(row?.id)],
        records: ['invite.redeem'],
      }
    },

    // People and their access.
    correct_person: onPerson(['user.update'], { phone: '+1 555 0100' }),
    allow_mail: async () => {
      const [who, person] = [await admin(), await member()]
      await db.owner(`insert into private.ended_mail values ($1, 'BOUNCED', now())`, [person.email])
      return { who, args: { user_id: person.id }, names: [person.id], records: ['user.mail_allow'] }
    },
    set_disabled: onPerson(['user.disable'], { disabled: true }),
    set_role: onPerson(['user.role_change'], { role: 'CREATOR' }),
    reset_factors: async () => {
      const [who, person] = [await admin(), await withFactor()]
      return {
        who,
        args: { user_id: person.id },
        names: [person.id],
        records: ['user.factors_reset', 'auth.logout', 'auth.logout'],
      }
    },
    save_access: async () => {
      const [who, person, given] = [await moderator(), await member(), await db.course()]
      const [taken, ending] = [await db.course(), await db.course()]
      await db.entitle(person, taken.id)
      await db.entitle(person, ending.id)
      return {
        who,
        args: {
          user_id: person.id,
          to_grant: [given.id],
          to_revoke: [taken.id],
          ends: JSON.stringify([
            { course_id: ending.id, expires_at: new Date(Date.now() + 864e5), was: null },
          ]),
        },
        names: [person.id],
        records: ['entitlement.grant', 'entitlement.revoke', 'entitlement.end_change'],
      }
    },
    change_access: async () => {
      const [who, person, course] = [await moderator(), await member(), await db.course()]
      return {
        who,
        args: {
          operation_id: randomUUID(),
          piece: 0,
          act: 'grant',
          course_ids: [course.id],
          people: [person.id],
        },
        names: [person.id, course.id],
        records: ['entitlement.grant'],
      }
    },
    begin_export: async () => ({
      who: await moderator(),
      args: { list: 'members', filter: JSON.stringify({ search: SECRET_NAME }) },
      names: [],
      records: ['data.export'],
    }),

    // Purchases.
    record_purchase: async () => {
      const [who, person] = [await admin(), await member()]
      return {
        who,
        args: await sale(person),
        names: [person.id],
        records: ['purchase.create', 'entitlement.grant'],
      }
    },
    refund_purchase: async () => {
      const [who, person] = [await admin(), await member()]
      const id = await purchase(who, person)
      return {
        who,
        args: { purchase_id: id, reason: 'Did not begin' },
        names: [id, person.id],
        records: ['purchase.refund', 'entitlement.revoke'],
      }
    },

    assign_purchase: async () => {
      const [who, person, course] = [await admin(), await member(), await db.course()]
      const ref = `pi_${randomUUID()}`
      await db.owner(
        `select public.record_purchase_event(provider => 'stripe', event_id => $1, kind => 'COMPLETED', ref => $2,
           occurred_at => now(), course => $3, amount_cents => 4900, currency => 'EUR', email => 'a@example.org',
           type => 'checkout.session.completed')`,
        [`evt_${randomUUID()}`, ref, course.id],
      )
      const [row] = await db.owner('select id from public.purchases where provider_ref = $1', [ref])
      return {
        who,
        args: { purchase_id: row?.id, user_id: person.id },
        names: [String(row?.id), person.id],
        records: ['purchase.assign', 'entitlement.grant'],
      }
    },
    dismiss_purchase_notice: async () => {
      const who = await admin()
      const event = `evt_${randomUUID()}`
      await db.owner(
        `select public.refuse_purchase_event('stripe', $1, 'checkout.session.completed', 'AMOUNT')`,
        [event],
      )
      const [row] = await db.owner('select id from private.purchase_notices where event_id = $1', [
        event,
      ])
      return {
        who,
        args: { notice_id: row?.id },
        names: [String(row?.id)],
        records: ['purchase_notice.dismiss'],
      }
    },

    // Communities.
    add_community_member: async () => {
      const [who, place, person] = [await admin(), await community(), await member()]
      return {
        who,
        args: { community_id: place.id, user_id: person.id },
        names: [place.id, person.id],
        records: ['community.join'],
      }
    },
    ban_member: onMember(['community.ban'], (community_id, user_id) => ({
      ...{ community_id, user_id, banned: true },
    })),
    leave_community: onMember(['community.leave'], (community_id, user_id) => ({
      ...{ community_id, user_id },
    })),
    join_community: async () => {
      const [who, place] = [await member(), await community()]
      return {
        who,
        args: { community_id: place.id },
        names: [place.id, who.id],
        records: ['community.join'],
      }
    },
    delete_community: async () => {
      const [who, place] = [await admin(), await community()]
      await post(await admit(await member(), place), place)
      return {
        who,
        args: { community_id: place.id },
        names: [place.id],
        records: ['community.delete', 'community.leave'],
      }
    },
    delete_post: async () => {
      const { who, author, id, place } = await reported()
      return {
        who,
        args: { post_id: id },
        names: [id, author.id, place.id],
        records: ['community_post.delete'],
      }
    },
    restore_post: async () => {
      const { who, author, id, place } = await reported()
      await db.answer(who, 'delete_post', { post_id: id })
      return {
        who,
        args: { post_id: id },
        names: [id, author.id, place.id],
        records: ['community_post.restore'],
      }
    },
    resolve_reports: async () => {
      const { who, author, id, place } = await reported()
      return {
        who,
        args: { post_id: id },
        names: [id, author.id, place.id],
        records: ['community_post.settle'],
      }
    },

    // Notifications.
    send_global_notification: async () => ({
      who: await admin(),
      args: { title: 'Maintenance', message: 'Tonight' },
      names: [],
      records: ['notification.create'],
    }),
    send_user_notification: async () => {
      const [who, person] = [await admin(), await member()]
      return {
        who,
        args: { recipient_id: person.id, title: `Hello ${SECRET_NAME}`, message: SECRET_NAME },
        names: [person.id],
        records: ['notification.create'],
      }
    },
    edit_notification: async () => {
      const [who, id] = [await admin(), await notification(await member())]
      return {
        who,
        args: { notification_id: id, title: `Bye ${SECRET_NAME}`, message: 'x', type: 'info' },
        names: [id],
        records: ['notification.update'],
      }
    },

    // Background jobs.
    retry_due_work: async () => {
      const who = await admin()
      const [row] = await db.owner(
        `insert into private.due_work (kind, key, due_at, error) values ('bin', $1, now() + interval '1 day', 'x') returning id`,
        [`bin:${randomUUID()}`],
      )
      return {
        who,
        args: { work_id: row?.id },
        names: [String(row?.id)],
        records: ['due_work.retry'],
      }
    },

    // One's own account
    my_data: async () => {
      const who = await member()
      return { who, args: {}, names: [who.id], records: ['data.export'] }
    },
    end_session: async () => {
      const who = await member()
      const { session } = await db.signedIn(who)
      return { who, args: { session_id: session }, names: [session], records: ['auth.logout'] }
    },
    record_session: async () => {
      const who = await db.signedIn(await db.account({ name: SECRET_NAME }))
      const { session } = who
      await db.authService('delete from auth.sessions where id = $1', [session])
      // Simulates a project where no trigger on the sessions table has recorded the end.
      await db.owner(
        `delete from public.audit_logs where action = 'auth.logout' and target_id = $1`,
        [session],
      )
      return { who, args: { event: 'logout' }, names: [session], records: ['auth.logout'] }
    },
    make_recovery_codes: async () => {
      const who = await withFactor()
      return { who, args: {}, names: [who.id], records: ['user.recovery_codes'] }
    },
    use_recovery_code: async () => {
      const strong = await withFactor()
      const codes = (await db.answer(strong, 'make_recovery_codes', {})) as string[]
      await db.authService('delete from auth.sessions where user_id = $1', [strong.id])
      const who = await db.signedIn(strong)
      return {
        who,
        args: { code: codes[0] },
        names: [who.id],
        records: ['user.factors_reset'],
      }
    },
  }
}
