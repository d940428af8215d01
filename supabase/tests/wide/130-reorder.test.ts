import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'

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
  test('of modules and of lessons, also across modules, is saved by one request', async () => {
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

test('lessons that were deleted by two requests are restored completely', async () => {
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
  expect(await orderOf(course.id)).toEqual(order)
})

describe('restored lessons and modules return to their position', () => {
  /** Creates a course of three modules, the first with the lessons A to E, and deletes B and C, and the second module. */
  async function thinned() {
    const admin = await db.person({ role: 'ADMIN' })
    const { course, second } = await twoModules()
    const third = randomUUID()
    await db.owner(
      `insert into public.modules (id, course_id, title, index) values ($1, $2, 'Module three', 2)`,
      [third, course.id],
    )
    await db.owner('delete from public.lessons where module_id = any($1)', [
      [course.moduleId, second],
    ])
    const ids = new Map<string, string>()
    for (const [index, letter] of [...'ABCDE'].entries()) {
      const id = randomUUID()
      ids.set(letter, id)
      await db.owner(
        `insert into public.lessons (id, module_id, title, index, content_type) values ($1, $2, $3, $4, 'TEXT')`,
        [id, course.moduleId, letter, index],
      )
    }
    const act = async (name: string, id = '') =>
      expect((await db.as(admin, `select public.${name}($1)`, [id])).code, name).toBeUndefined()
    const lessons = async () =>
      (
        await db.owner(
          'select title from public.lessons where module_id = $1 and deleted_at is null order by index',
          [course.moduleId],
        )
      )
        .map((row) => String(row.title).replace(/ \(copy\)/, '’'))
        .join('')
    const modules = async () =>
      (
        await db.owner(
          'select title from public.modules where course_id = $1 and deleted_at is null order by index',
          [course.id],
        )
      ).map((row) => row.title)
    for (const letter of 'BC') await act('delete_lesson', ids.get(letter))
    await act('delete_module', second)
    return { admin, course, second, third, ids, act, lessons, modules }
  }

  test.each(['BC', 'CB'])('in the order %s', async (letters) => {
    const { ids, act, lessons, modules, second } = await thinned()
    for (const letter of letters) await act('restore_lesson', ids.get(letter))
    expect(await lessons()).toBe('ABCDE')
    await act('restore_module', second)
    expect(await modules()).toEqual(['Module one', 'Module two', 'Module three'])
  })

  test('also after other lessons or modules moved', async () => {
    const { admin, course, third, ids, act, lessons, modules, second } = await thinned()
    const [a, d, e] = [...'ADE'].map((letter) => ids.get(letter))
    const before = await orderOf(course.id)
    const wanted = [
      { id: third, lessons: [] },
      { id: course.moduleId, lessons: [a, e, d] },
    ]
    expect((await reorder(admin, course.id, wanted, before)).code).toBeUndefined()
    expect(await orderOf(course.id)).toEqual(wanted)
    for (const letter of 'CB') await act('restore_lesson', ids.get(letter))
    expect(await lessons()).toBe('ABCED')
    await act('restore_module', second)
    expect(await modules()).toEqual(['Module three', 'Module two', 'Module one'])
  })

  test('also after other lessons or modules were copied', async () => {
    const { course, ids, act, lessons, modules, second } = await thinned()
    await act('duplicate_lesson', ids.get('A'))
    await act('duplicate_lesson', ids.get('D'))
    await act('duplicate_module', course.moduleId)
    for (const letter of 'BC') await act('restore_lesson', ids.get(letter))
    expect(await lessons()).toBe('AA’BCDD’E')
    await act('restore_module', second)
    expect(await modules()).toEqual([
      'Module one',
      'Module one (copy)',
      'Module two',
      'Module three',
    ])
  })

  test('before a lesson or module that was added at that position', async () => {
    const { admin, course, ids, act, lessons } = await thinned()
    await act('delete_lesson', ids.get('E'))
    const added = await db.as(admin, 'select public.save_lesson($1)', [
      JSON.stringify({ module_id: course.moduleId, title: 'F', content_type: 'TEXT' }),
    ])
    expect(added.code).toBeUndefined()
    for (const letter of 'EBC') await act('restore_lesson', ids.get(letter))
    expect(await lessons()).toBe('ABCDEF')
  })

  test('and people who may not change a course cannot move deleted content of it', async () => {
    const { course, ids } = await thinned()
    const moved = await db.as(
      await db.person({ role: 'MODERATOR' }),
      'select private.make_room_in_bin($1, $2, 0)',
      [course.id, course.moduleId],
    )
    expect(moved.code).toBe('42501')
    expect(
      await db.owner('select index from public.lessons where id = $1', [ids.get('B')]),
    ).toEqual([{ index: 1 }])
  })
})
