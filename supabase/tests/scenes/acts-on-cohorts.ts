import { randomUUID } from 'node:crypto'
import type { Person, TestDatabase } from '../database'
import { type Act, SECRET_NAME } from './act'
import { cohorts } from './cohorts'

/** Returns, for each function that changes cohorts, an action that calls it on a new cohort. */
export function actsOnCohorts(db: TestDatabase): Record<string, () => Promise<Act>> {
  const { cohort, join } = cohorts(db)
  const admin = () => db.person({ role: 'ADMIN', name: SECRET_NAME })
  const member = () => db.person({ name: SECRET_NAME })

  interface Scene {
    who: Person
    id: string
    mia: Person
    course: Awaited<ReturnType<TestDatabase['course']>>
  }

  /** Returns an administrator's action on a running cohort with a course and a member. */
  const onCohort =
    (
      records: string[],
      args: (scene: Scene) => object | Promise<object>,
      names: (scene: Scene) => string[] = ({ id }) => [id],
    ) =>
    async (): Promise<Act> => {
      const [who, mia, course] = [await admin(), await member(), await db.course()]
      const id = await cohort({ courses: [course], accessDays: 200 })
      await join(id, mia)
      await db.owner(
        `update public.cohort_members set joined_at = now() - interval '9 days' where cohort_id = $1`,
        [id],
      )
      const scene = { who, id, mia, course }
      return {
        who,
        args: { cohort_id: id, ...(await args(scene)) },
        names: names(scene),
        records,
      }
    }

  const link = async ({ who, id }: Scene) =>
    (await db.answer(who, 'make_cohort_link', { cohort_id: id })) as { token: string }

  return {
    add_cohort_people: onCohort(['cohort_member.join', 'entitlement.grant'], async () => ({
      people: [(await member()).id],
    })),
    change_cohort_people: onCohort(
      ['cohort_member.shift', 'entitlement.end_change'],
      ({ mia }) => ({ people: [mia.id], act: 'shift', days: 7 }),
      ({ id, mia }) => [id, mia.id],
    ),
    clear_behind: onCohort(
      ['cohort_member.clear'],
      ({ mia }) => ({ user_id: mia.id, reason: 'NOT_STARTED', note: `${SECRET_NAME} was ill` }),
      ({ id, mia }) => [id, mia.id],
    ),
    create_cohort: async () => {
      const course = await db.course()
      return {
        who: await admin(),
        args: {
          ...{ title: 'Spring', slug: `spring-${randomUUID().slice(0, 8)}`, time_zone: 'UTC' },
          ...{ starts_on: '2090-01-01', ends_on: '2090-03-01', course_ids: [course.id] },
          with_community: true,
        },
        names: [course.id],
        records: ['cohort.create', 'cohort_course.create', 'community.create', 'cohort.update'],
      }
    },
    make_cohort_link: onCohort(['cohort.make_link'], () => ({})),
    set_cohort_link: onCohort(['cohort.change_link'], async (scene) => {
      await link(scene)
      return { active: false }
    }),
    join_by_link: async () => {
      const [owner, who, id] = [await admin(), await member(), await cohort()]
      const { token } = (await db.answer(owner, 'make_cohort_link', { cohort_id: id })) as {
        token: string
      }
      return { who, args: { token }, names: [id, who.id], records: ['cohort_member.join'] }
    },
    make_calendar_address: async () => {
      const who = await member()
      return { who, args: {}, names: [who.id], records: ['user.calendar'] }
    },
    move_cohort: onCohort(
      ['release.move', 'cohort.update', 'entitlement.end_change'],
      async ({ id, course }) => {
        await db.owner(
          'insert into public.releases (cohort_id, lesson_id, day) values ($1, $2, 30)',
          [id, course.text],
        )
        return { days: 7, dry_run: false }
      },
    ),
    save_releases: onCohort(
      ['release.create'],
      ({ course }) => ({ changes: JSON.stringify([{ lesson_id: course.text, day: 3 }]) }),
      ({ course }) => [course.text],
    ),
    send_cohort_message: onCohort(['cohort_message.send'], () => ({
      title: SECRET_NAME,
      message: `Written by ${SECRET_NAME}`,
    })),
    set_cohort_courses: onCohort(['cohort_course.delete', 'entitlement.revoke'], () => ({
      course_ids: [],
    })),
    start_cohort_again: onCohort(
      ['cohort.create', 'cohort_course.create'],
      () => ({
        starts_on: '2090-01-01',
        title: 'Again',
        slug: `again-${randomUUID().slice(0, 8)}`,
      }),
      ({ course }) => [course.id],
    ),
  }
}
