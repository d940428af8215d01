import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'

// The impact that is shown before an act equals the effect of the act (rules/members#touched): each test asks
// for the impact, checks every person's access, acts, and checks again.

const db = useDatabase()

interface Named {
  count: number
  names: string[] | null
}

const opens = async (who: Person, course: string) =>
  (await db.as(who, 'select from public.courses where id = $1', [course])).rows.length === 1

/**
 * Creates three people with access, one whose access has ended, and three for whom an entitlement makes no
 * difference.
 */
async function holders(by: Person, course: string) {
  const learners = await Promise.all(
    ['Ada', 'Alan', 'Grace'].map((name) => db.person({ name: `${name} Learner` })),
  )
  const ended = await db.person({ name: 'Ended' })
  const disabled = await db.person({ name: 'Disabled' })
  const staff = await db.person({ name: 'Staff', role: 'ADMIN' })
  for (const person of [...learners, disabled, staff, by]) await db.entitle(person, course)
  await db.entitle(ended, course, '-1 day')
  await db.owner('update public.profiles set disabled_at = now() where id = $1', [disabled.id])
  return { learners, everyone: [...learners, ended, disabled, staff, by] }
}

/** Returns the people whose access to the course the act changed. */
async function changedBy(everyone: Person[], course: string, act: () => Promise<unknown>) {
  const before = await Promise.all(everyone.map((person) => opens(person, course)))
  await act()
  const after = await Promise.all(everyone.map((person) => opens(person, course)))
  return everyone.filter((_, i) => before[i] !== after[i]).map(({ id }) => id)
}

describe('the impact on a course', () => {
  test('of unpublishing, publishing and deleting names the people who lose or gain access', async () => {
    await db.withSettings({ creators_admin_panel: true }, async () => {
      const creator = await db.person({ role: 'CREATOR', name: 'Carla Creator' })
      const course = await db.course({ by: creator })
      const { learners, everyone } = await holders(creator, course.id)
      const [ada] = learners
      if (!ada) throw new Error('no learner')
      await db.as(ada, 'insert into public.lesson_completions (lesson_id) values ($1)', [
        course.text,
      ])
      const ask = () =>
        db.answer(creator, 'course_impact', { course_id: course.id }) as Promise<{
          open: boolean
          touched: Named
          midst: number
        }>
      const setStatus = (status: string) => () =>
        db.as(creator, 'update public.courses set status = $2 where id = $1', [course.id, status])
      const ids = learners.map(({ id }) => id).sort()

      for (const [act, open] of [
        [setStatus('DRAFT'), true],
        [setStatus('PUBLISHED'), false],
      ] as const) {
        const foretold = await ask()
        expect(foretold).toMatchObject({ open, midst: 1, touched: { count: 3 } })
        expect(foretold.touched.names?.toSorted()).toEqual([
          'Ada Learner',
          'Alan Learner',
          'Grace Learner',
        ])
        expect((await changedBy(everyone, course.id, act)).sort()).toEqual(ids)
      }
      const lost = await changedBy(learners, course.id, () =>
        db.answer(creator, 'delete_course', { course_id: course.id }),
      )
      expect(lost.sort()).toEqual(ids)
    })
  })

  test('names three people and counts the others, for modules and lessons too', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course({ status: 'DRAFT' })
    for (const name of ['', 'B', 'C', 'D', 'E']) {
      const person = await db.person({ name: 'To be renamed' })
      await db.owner('update public.profiles set name = $2 where id = $1', [person.id, name])
      await db.entitle(person, course.id)
    }
    for (const [name, args] of [
      ['course_impact', { course_id: course.id }],
      ['module_impact', { module_id: course.moduleId }],
      ['lesson_impact', { lesson_id: course.text }],
    ] as const) {
      const { touched, open } = (await db.answer(admin, name, args)) as {
        touched: Named
        open: boolean
      }
      expect([name, open, touched.count, touched.names?.length]).toEqual([name, false, 5, 3])
      expect(touched.names).not.toContain('')
    }
  })

  test('names the communities that are open to its learners', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    for (const [name, access] of [
      ['Holders only', 'COURSE'],
      ['For all', 'FREE'],
    ]) {
      await db.owner(
        'insert into public.communities (name, slug, access_type, course_id) values ($1, $2, $3, $4)',
        [name, `c-${crypto.randomUUID()}`, access, course.id],
      )
    }
    expect(await db.answer(admin, 'course_impact', { course_id: course.id })).toMatchObject({
      communities: { count: 1, names: ['Holders only'] },
    })
  })
})

test('the impact of a revocation counts the people who keep access', async () => {
  const moderator = await db.person({ role: 'MODERATOR' })
  await db.withSettings({ creators_admin_panel: true }, async () => {
    const creator = await db.person({ role: 'CREATOR', name: 'Carla Creator' })
    const course = await db.course({ by: creator })
    const { everyone, learners } = await holders(creator, course.id)
    const wish = {
      act: 'revoke',
      course_ids: [course.id],
      people: everyone.map(({ id }) => id),
    }
    const counted = await db.answer(moderator, 'count_access', wish)
    expect(counted).toMatchObject({ touched: 7, keeps: 2, ended: 1 })
    expect((counted as Named).names).toHaveLength(3)
    const lost = await changedBy(everyone, course.id, () =>
      db.answer(moderator, 'change_access', {
        ...wish,
        operation_id: crypto.randomUUID(),
        piece: 0,
      }),
    )
    expect(lost.sort()).toEqual(learners.map(({ id }) => id).sort())
  })
})

test('the impact on a community counts its members and posts', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const community = crypto.randomUUID()
  await db.owner('insert into public.communities (id, name, slug) values ($1, $2, $3)', [
    community,
    'Evenings',
    `c-${community}`,
  ])
  const [inside, gone, banned] = [
    await db.person({ name: 'Inside' }),
    await db.person(),
    await db.person(),
  ]
  await db.owner(
    `insert into public.community_members (community_id, user_id, left_at, banned)
     values ($1, $2, null, false), ($1, $3, now(), false), ($1, $4, null, true)`,
    [community, inside.id, gone.id, banned.id],
  )
  await db.owner(
    `insert into public.community_posts (community_id, author_id, body) values ($1, $2, 'Hello')`,
    [community, inside.id],
  )
  expect(await db.answer(admin, 'community_impact', { community_id: community })).toEqual({
    touched: { count: 1, names: ['Inside'] },
    posts: 1,
  })
  await db.answer(admin, 'delete_community', { community_id: community })
  const again = await db.call(admin, 'community_impact', { community_id: community })
  expect(again.code).toBe('PT404')
})

describe('the impact on a person', () => {
  const builds = async (who: Person, course: string) =>
    (
      await db.as(who, `update public.courses set title = title where id = $1 returning id`, [
        course,
      ])
    ).rows.length === 1

  test('who loses the role Creator names exactly the lost rights and courses', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const creator = await db.person({ role: 'CREATOR' })
    const course = await db.course({ by: creator, title: 'Own course' })
    const ask = (role: string) =>
      db.answer(admin, 'role_impact', { user_id: creator.id, role }) as Promise<{
        loses: string[]
        gains: string[]
      }>
    // If creators may not enter the back-office, they have the rights of a member.
    expect(await ask('MEMBER')).toMatchObject({ gains: [], loses: [], courses: null })
    await db.withSettings({ creators_admin_panel: true }, async () => {
      await db.answer(creator, 'create_invite', { email: `${crypto.randomUUID()}@example.test` })
      const can = async (right: string) => {
        const [resource, action, scope] = right.split('.')
        return db.value(creator, 'select private.can($1, $2, $3::public.permission_scope)', [
          resource,
          action,
          scope,
        ])
      }
      const foretold = await ask('MEMBER')
      expect(foretold).toMatchObject({
        gains: [],
        courses: { count: 1, names: ['Own course'] },
        builds: false,
        invites: 1,
      })
      expect(foretold.loses).toContain('courses.update.own')
      for (const right of foretold.loses) expect([right, await can(right)]).toEqual([right, true])
      expect(await builds(creator, course.id)).toBe(true)
      await db.answer(admin, 'set_role', { user_id: creator.id, role: 'MEMBER' })
      for (const right of foretold.loses) expect([right, await can(right)]).toEqual([right, false])
      expect(await builds(creator, course.id)).toBe(false)

      const back = await ask('ADMIN')
      expect(back).toMatchObject({ loses: [], builds: true, courses: { count: 1 } })
      for (const right of back.gains) expect([right, await can(right)]).toEqual([right, false])
      await db.answer(admin, 'set_role', { user_id: creator.id, role: 'ADMIN' })
      for (const right of back.gains) expect([right, await can(right)]).toEqual([right, true])
    })
  })

  test('who is disabled names their access, courses, communities and invites', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const person = await db.person({ role: 'MODERATOR' })
    const [held, own] = [await db.course(), await db.course({ by: person, title: 'Made here' })]
    await db.entitle(person, held.id)
    const invite = (await db.answer(person, 'create_invite', {
      email: `${crypto.randomUUID()}@example.test`,
    })) as { token: string }
    const community = crypto.randomUUID()
    await db.owner('insert into public.communities (id, name, slug) values ($1, $2, $3)', [
      community,
      'Evenings',
      `c-${community}`,
    ])
    await db.owner(
      `insert into public.community_members (community_id, user_id, role) values ($1, $2, 'MODERATOR')`,
      [community, person.id],
    )
    expect(await db.answer(admin, 'disable_impact', { user_id: person.id })).toEqual({
      open: 1,
      sessions: 1,
      courses: { count: 1, names: ['Made here'] },
      communities: { count: 1, names: ['Evenings'] },
      invites: 1,
    })
    expect(await opens(person, held.id)).toBe(true)
    await db.answer(admin, 'set_disabled', { user_id: person.id, disabled: true })
    expect(await opens(person, held.id)).toBe(false)
    // As the impact says, the person's course stays open to others, and their invites can be accepted.
    const learner = await db.person()
    await db.entitle(learner, own.id)
    expect(await opens(learner, own.id)).toBe(true)
    expect(await db.answer('visitor', 'invite_by_token', { token: invite.token })).toMatchObject({
      state: 'ACTIVE',
    })
  })
})

test('an impact is shown only to people who may perform the act', async () => {
  const [person, other] = [await db.person(), await db.person({ role: 'MODERATOR' })]
  const calls = [
    ['disable_impact', { user_id: person.id }],
    ['role_impact', { user_id: person.id, role: 'ADMIN' }],
    ['community_impact', { community_id: crypto.randomUUID() }],
    ['course_impact', { course_id: (await db.course()).id }],
  ] as const
  for (const who of [other, person, 'visitor'] as const) {
    for (const [name, args] of calls) {
      expect([name, (await db.call(who, name, args)).code]).toEqual([name, '42501'])
    }
  }
})
