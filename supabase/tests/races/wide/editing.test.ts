import type { ModuleSummary } from '@rookies/data/course-editing/course-content'
import { courseOrder } from '@rookies/data/course-editing/course-order'
import { createDataProvider } from '@rookies/data/refine/data-provider'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../../database'
import { clientOf } from '../../wire/clients'
import { type CourseTree, courseTree } from '../../wire/course-trees'
import { tokenFor } from '../../wire/tokens'
import { atOnce, call, tally, verdict } from '../at-once'

// Two people edit one course: neither overwrites a change of the other without an error, and nothing is lost.
const db = useDatabase()
let admin: Person
/** The editor calls no edge function and uploads no file here. */
const NOTHING_ELSE = { functions: { invoke: async () => null }, project: { url: '', key: '' } }
let token: string

beforeAll(async () => {
  admin = await db.person({ role: 'ADMIN' })
  token = await tokenFor(admin)
})

interface ModuleOrder {
  id: string
  lessons: string[]
}

/** Creates a course of three modules with four lessons each. */
async function bigCourse(): Promise<{ tree: CourseTree; order: ModuleOrder[] }> {
  const tree = await courseTree(db, { by: admin })
  await db.owner(
    `insert into public.modules (course_id, title, index) select $1, 'Module ' || i, i from generate_series(1, 2) i`,
    [tree.course],
  )
  await db.owner(
    `insert into public.lessons (module_id, title, index, content_type)
     select m.id, 'Lesson ' || i, i, 'TEXT' from public.modules m, generate_series(1, 4) i where m.course_id = $1`,
    [tree.course],
  )
  return { tree, order: await orderOf(tree.course) }
}

async function orderOf(course: string): Promise<ModuleOrder[]> {
  const rows = await db.owner(
    `select m.id, coalesce(array_agg(l.id::text order by l.index) filter (where l.id is not null), '{}') as lessons
     from public.modules m left join public.lessons l on l.module_id = m.id and l.deleted_at is null
     where m.course_id = $1 and m.deleted_at is null group by m.id order by m.index`,
    [course],
  )
  return rows.map(({ id, lessons }) => ({
    id: String(id),
    lessons: Array.isArray(lessons) ? lessons.map(String) : [],
  }))
}

const reorder = (course: string, wanted: ModuleOrder[], expected: ModuleOrder[]) =>
  call('reorder_course', token, { course_id: course, wanted, expected })

/** Moves the last lesson of one module to the beginning of another. */
function withMove(order: ModuleOrder[], from: number, to: number): ModuleOrder[] {
  const moving = order[from]?.lessons.at(-1) ?? ''
  return order.map((module, i) => {
    const rest = module.lessons.filter((id) => id !== moving)
    return { id: module.id, lessons: i === to ? [moving, ...rest] : rest }
  })
}

/** Counts all lessons of the course, different ones, and open ones in a deleted module. */
async function census(course: string) {
  const [row] = await db.owner(
    `select count(*)::int as all, count(distinct l.id)::int as distinct,
       count(*) filter (where l.deleted_at is null and m.deleted_at is not null)::int as stranded
     from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = $1`,
    [course],
  )
  return row
}

const records = async (course: string) =>
  (
    await db.owner(
      `select count(*)::int as n from public.audit_logs where action in ('module.reorder', 'lesson.reorder')
         and (target_id = $1 or target_id in (select id::text from public.modules where course_id = $1::uuid))`,
      [course],
    )
  )[0]?.n

describe('reorder against reorder', () => {
  test('of ten concurrent orders, one is written and recorded, and nine are refused', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { tree, order } = await bigCourse()
      const wishes = Array.from({ length: 10 }, (_, i) =>
        i % 2 === 0
          ? withMove(withMove(order, i % 3, (i + 1) % 3), (i + 1) % 3, i % 5 === 0 ? 0 : 2)
          : withMove([...order].reverse(), i % 3, (i + 2) % 3),
      ).map((wish, i) => (i % 3 === 0 ? [...wish].reverse() : wish))
      const answers = await Promise.all(wishes.map((wish) => reorder(tree.course, wish, order)))
      const after = await orderOf(tree.course)
      answers.forEach((answer, i) => {
        const isThis = JSON.stringify(wishes[i]) === JSON.stringify(after)
        expect(verdict(answer)).toBe(isThis ? 'done' : 'PT409 STALE_ORDER')
      })
      expect(await records(tree.course)).toBeLessThanOrEqual(2)
      expect(await census(tree.course)).toEqual({ all: 13, distinct: 13, stranded: 0 })
    }
  })

  test('the same order from twenty tabs is written once, and all succeed', async () => {
    const { tree, order } = await bigCourse()
    const wanted = withMove(order, 0, 2)
    const answers = await atOnce(20, () => reorder(tree.course, wanted, order))
    expect(tally(answers.map(verdict))).toEqual({ done: 20 })
    expect(await orderOf(tree.course)).toEqual(wanted)
    expect(await records(tree.course)).toBe(1)
  })
})

describe('reorder against delete', () => {
  test('no lesson is moved into a module that is being deleted, and all are restored', async () => {
    const said: string[] = []
    for (let round = 0; round < 15; round += 1) {
      const { tree, order } = await bigCourse()
      const doomed = order[2]?.id ?? ''
      const wanted = withMove(order, 0, 2)
      const [moved, deleted] = await Promise.all([
        reorder(tree.course, wanted, order),
        call('delete_module', token, { module_id: doomed }),
      ])
      expect(verdict(deleted)).toBe('done')
      expect(['done', 'PT409 STALE_ORDER']).toContain(verdict(moved))
      said.push(verdict(moved))
      expect(await census(tree.course)).toEqual({ all: 13, distinct: 13, stranded: 0 })
      const left = (verdict(moved) === 'done' ? wanted : order).filter(({ id }) => id !== doomed)
      expect(await orderOf(tree.course)).toEqual(left)
      expect(verdict(await call('restore_module', token, { module_id: doomed }))).toBe('done')
      expect((await orderOf(tree.course)).flatMap(({ lessons }) => lessons)).toHaveLength(13)
    }
    expect(said.length).toBe(15)
  })

  test('a lesson is deleted or moved, and stays deleted', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { tree, order } = await bigCourse()
      const moving = order[0]?.lessons.at(-1) ?? ''
      const [moved, deleted] = await Promise.all([
        reorder(tree.course, withMove(order, 0, 1), order),
        call('delete_lesson', token, { lesson_id: moving }),
      ])
      expect(verdict(deleted)).toBe('done')
      expect(['done', 'PT409 STALE_ORDER']).toContain(verdict(moved))
      const left = (await orderOf(tree.course)).flatMap(({ lessons }) => lessons)
      expect(left).toHaveLength(12)
      expect(left).not.toContain(moving)
    }
  })
})

describe('delete against delete, and restore against restore', () => {
  test('a course that is deleted ten times at the same time is deleted once and restored completely', async () => {
    const { tree, order } = await bigCourse()
    const gone = await atOnce(10, () => call('delete_course', token, { course_id: tree.course }))
    expect(tally(gone.map(verdict))).toEqual({ done: 1, '42501': 9 })
    const back = await atOnce(5, () => call('restore_course', token, { course_id: tree.course }))
    expect(back.map(verdict)).toContain('done')
    expect(await orderOf(tree.course)).toEqual(order)
  })

  test('lessons and modules that are restored together each get a position', async () => {
    const { tree, order } = await bigCourse()
    const first = order[0]?.lessons ?? []
    for (const lesson of first) await call('delete_lesson', token, { lesson_id: lesson })
    const lessons = await Promise.all(
      first.map((lesson) => call('restore_lesson', token, { lesson_id: lesson })),
    )
    expect(tally(lessons.map(verdict))).toEqual({ done: first.length })
    for (const { id } of order) await call('delete_module', token, { module_id: id })
    const modules = await Promise.all(
      order.map(({ id }) => call('restore_module', token, { module_id: id })),
    )
    expect(tally(modules.map(verdict))).toEqual({ done: order.length })
    expect((await orderOf(tree.course)).flatMap(({ lessons: ids }) => ids)).toHaveLength(13)
  })
})

test('of two editors who save one course at the same time, one is refused', async () => {
  const editors = [await clientOf(admin), await clientOf(await db.person({ role: 'ADMIN' }))]
  const providers = editors.map((client) => createDataProvider({ ...NOTHING_ELSE, client }))
  for (let round = 0; round < 15; round += 1) {
    const { course } = await courseTree(db, { by: admin })
    const [row] =
      (await editors[0]
        ?.from('courses')
        .select('updated_at')
        .eq('id', course)
        .then(({ data }) => data ?? [])) ?? []
    const titles = [`Ada’s title ${round}`, `Grace’s title ${round}`]
    const answers = await Promise.all(
      providers.map((provider, i) =>
        provider
          .update({
            resource: 'courses',
            id: course,
            variables: { title: titles[i] },
            meta: { unchangedSince: row?.updated_at },
          })
          .then(() => 'saved')
          .catch((error: { code: string }) => error.code),
      ),
    )
    expect([...answers].sort()).toEqual(['STALE', 'saved'])
    const [stored] = await db.owner('select title from public.courses where id = $1', [course])
    expect(stored?.title).toBe(titles[answers.indexOf('saved')])
    const edits = await db.owner(
      `select 1 from public.audit_logs where target_id = $1 and action = 'course.update'`,
      [course],
    )
    expect(edits).toHaveLength(1)
  }
})

test('a course of 1,101 modules and 5,000 lessons in one of them can be read and reordered', async () => {
  const { course, module } = await courseTree(db, { by: admin })
  await db.owner(
    `insert into public.modules (course_id, title, index) select $1, 'Module ' || i, i from generate_series(1, 1100) i`,
    [course],
  )
  await db.owner(
    `insert into public.lessons (module_id, title, index, content_type)
     select $1, 'Lesson ' || i, i, 'TEXT' from generate_series(1, 4999) i`,
    [module],
  )
  const provider = createDataProvider({
    ...NOTHING_ELSE,
    client: await clientOf(admin),
  })
  const read = async () => {
    const { data } = await provider.getList<ModuleSummary>({
      resource: 'modules',
      filters: [{ field: 'course_id', operator: 'eq', value: course }],
    })
    return courseOrder(data)
  }
  const order = await read()
  expect([order.length, order[0]?.lessons.length]).toEqual([1101, 5000])
  expect(order).toEqual(await orderOf(course))
  const wanted = withMove(order, 0, 1100)
  expect(verdict(await reorder(course, wanted, order))).toBe('done')
  expect(await read()).toEqual(wanted)
})
