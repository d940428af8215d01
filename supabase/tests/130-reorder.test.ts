import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

interface ModuleOrder {
  id: string
  lessons: string[]
}

/** Creates a course of two modules, with three lessons in the first and one in the second. */
async function twoModules(by?: Person) {
  const course = await db.course({ by })
  const [second, extra] = [randomUUID(), randomUUID()]
  await db.owner(
    `insert into public.modules (id, course_id, title, index) values ($1, $2, 'Module two', 1)`,
    [second, course.id],
  )
  await db.owner(
    `insert into public.lessons (id, module_id, title, index, content_type) values ($1, $2, 'Extra', 0, 'TEXT')`,
    [extra, second],
  )
  const order: ModuleOrder[] = [
    { id: course.moduleId, lessons: [course.text, course.preview, course.link] },
    { id: second, lessons: [extra] },
  ]
  return { course, second, extra, order }
}

const orderOf = async (courseId: string) =>
  (await db.owner('select private.course_order($1) as value', [courseId]))[0]?.value

const reorder = (who: Person | 'visitor', courseId: string, wanted: unknown, expected: unknown) =>
  db.as(who, 'select public.reorder_course($1, $2, $3)', [
    courseId,
    JSON.stringify(wanted),
    JSON.stringify(expected),
  ])

const moves = (ids: string[]) =>
  db.owner(
    `select action, target_type, target_id, user_id, before, after from public.audit_logs
     where target_id = any($1) and action like '%.reorder' order by id`,
    [ids],
  )

describe('an order', () => {
  test('of modules and of lessons, also across modules, is written at once', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { course, second, extra, order } = await twoModules()
    const wanted = [
      { id: second, lessons: [course.link, extra, course.text] },
      { id: course.moduleId, lessons: [course.preview] },
    ]
    expect((await reorder(admin, course.id, wanted, order)).code).toBeUndefined()
    expect(await orderOf(course.id)).toEqual(wanted)
    const emptied = [
      { id: second, lessons: [course.link, extra, course.text, course.preview] },
      { id: course.moduleId, lessons: [] },
    ]
    expect((await reorder(admin, course.id, emptied, wanted)).code).toBeUndefined()
    expect(await orderOf(course.id)).toEqual(emptied)
  })

  test('records each kind of move once, in the name of the person', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { course, second, extra, order } = await twoModules()
    const [first] = order
    const swapped = [order[1], first]
    await reorder(admin, course.id, swapped, order)
    const across = [
      { id: second, lessons: [course.text, extra] },
      { id: course.moduleId, lessons: [course.preview, course.link] },
    ]
    await reorder(admin, course.id, across, swapped)
    const within = [across[0], { id: course.moduleId, lessons: [course.link, course.preview] }]
    await reorder(admin, course.id, within, across)
    expect(await moves([course.id, course.moduleId, second])).toEqual([
      {
        action: 'module.reorder',
        target_type: 'course',
        target_id: course.id,
        user_id: admin.id,
        before: { order: [course.moduleId, second] },
        after: { order: [second, course.moduleId] },
      },
      {
        action: 'lesson.reorder',
        target_type: 'course',
        target_id: course.id,
        user_id: admin.id,
        before: {
          order: {
            [course.moduleId]: [course.text, course.preview, course.link],
            [second]: [extra],
          },
        },
        after: {
          order: {
            [course.moduleId]: [course.preview, course.link],
            [second]: [course.text, extra],
          },
        },
      },
      {
        action: 'lesson.reorder',
        target_type: 'module',
        target_id: course.moduleId,
        user_id: admin.id,
        before: { order: [course.preview, course.link] },
        after: { order: [course.link, course.preview] },
      },
    ])
  })

  test('that is repeated after a lost answer is written once', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { course, order } = await twoModules()
    const wanted = [...order].reverse()
    await reorder(admin, course.id, wanted, order)
    expect((await reorder(admin, course.id, wanted, order)).code).toBeUndefined()
    expect(await moves([course.id])).toHaveLength(1)
  })

  test('that is based on an older one is refused, and nothing is overwritten', async () => {
    const [ada, grace] = [await db.person({ role: 'ADMIN' }), await db.person({ role: 'ADMIN' })]
    const { course, second, extra, order } = await twoModules()
    const adas = [...order].reverse()
    await reorder(ada, course.id, adas, order)
    const graces = [
      { id: course.moduleId, lessons: [course.text] },
      { id: second, lessons: [extra] },
    ]
    expect((await reorder(grace, course.id, graces, order)).code).toBe('PT409')
    await db.as(ada, 'select public.delete_lesson($1)', [extra])
    expect((await reorder(grace, course.id, order, adas)).code).toBe('PT409')
    expect(await orderOf(course.id)).toEqual([
      { id: second, lessons: [] },
      { id: course.moduleId, lessons: [course.text, course.preview, course.link] },
    ])
  })

  test('has to name all contents of the course once, and nothing else', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { course, second, extra, order } = await twoModules()
    const foreign = await twoModules()
    const [first] = order
    const broken: unknown[] = [
      [],
      [first],
      [first, first, { id: second, lessons: [extra] }],
      [first, { id: second, lessons: [] }],
      [first, { id: second, lessons: [extra, extra] }],
      [first, { id: second, lessons: [extra, foreign.extra] }],
      [first, { id: foreign.second, lessons: [extra] }],
      [first, { id: second }],
      [first, { id: second, lessons: extra }],
      [first, { id: second, lessons: [null] }],
      [first, { id: null, lessons: [extra] }],
      [first, second],
      { id: second },
      'x',
      null,
      [first, { id: "' or true", lessons: [extra] }],
    ]
    for (const wanted of broken) {
      expect((await reorder(admin, course.id, wanted, order)).code, JSON.stringify(wanted)).toBe(
        'PT422',
      )
    }
    expect(await orderOf(course.id)).toEqual(order)
    expect(await orderOf(foreign.course.id)).toEqual(foreign.order)
  })
})

describe('who may reorder', () => {
  test('administrators reorder every course, creators their own with access to the back-office, nobody else', async () => {
    const [admin, creator, moderator, member] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'CREATOR' }),
      await db.person({ role: 'MODERATOR' }),
      await db.person(),
    ]
    const own = await twoModules(creator)
    const others = await twoModules(admin)
    await db.entitle(member, others.course.id)
    const flip = (who: Person | 'visitor', it: typeof own) =>
      reorder(who, it.course.id, [...it.order].reverse(), it.order)

    for (const who of [creator, moderator, member, 'visitor'] as const) {
      expect((await flip(who, own)).code).toBe('42501')
    }
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect((await flip(creator, others)).code).toBe('42501')
      expect(await orderOf(own.course.id)).toEqual(own.order)
      expect((await flip(creator, own)).code).toBeUndefined()
    })
    expect(await orderOf(own.course.id)).toEqual([...own.order].reverse())
    expect((await flip(admin, others)).code).toBeUndefined()
  })

  test('a deleted and an unknown course get the same answer', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { course, order } = await twoModules()
    await db.as(admin, 'select public.delete_course($1)', [course.id])
    const answers = [
      await reorder(admin, course.id, order, order),
      await reorder(admin, randomUUID(), order, order),
    ]
    expect(answers).toEqual([answers[0], answers[0]])
    expect(answers[0]?.code).toBe('42501')
  })
})

test('contents that were deleted twice are restored completely', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { course, order } = await twoModules()
  for (const [what, id] of [
    ['course', course.id],
    ['module', course.moduleId],
  ]) {
    await db.as(admin, `select public.delete_${what}($1)`, [id])
    expect((await db.as(admin, `select public.delete_${what}($1)`, [id])).code).toBe('42501')
    await db.as(admin, `select public.restore_${what}($1)`, [id])
  }
  expect(await orderOf(course.id)).toEqual([order[1], order[0]])
})
