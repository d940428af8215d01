import { expect, test } from 'vitest'
import { ada, bob, useStorageProject } from '../../testing/storage-project'

const { as } = useStorageProject()
const text = new Blob(['x'], { type: 'text/plain' })

type Page = NonNullable<Parameters<Awaited<ReturnType<typeof ownOf>>['listV2']>[0]>

const ownOf = async (who: string) => (await as(who)).from('own')

/** Reads all pages of a list. @returns the names on each page */
async function walk(who: string, how: Page) {
  const own = await ownOf(who)
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const { data, error } = await own.listV2({ limit: 2, ...how, ...(cursor && { cursor }) })
    if (error) throw error
    pages.push([...data.objects, ...data.folders].map(({ name }) => name.replace(`${ada}/`, '')))
    expect(data.hasNext).toBe(data.nextCursor !== undefined)
    cursor = data.nextCursor
  } while (cursor)
  return pages
}

test('the pages of a list follow each other in the requested order', async () => {
  const own = await ownOf(ada)
  for (const name of ['c/2', 'b!', 'b/1', 'a', 'C', 'b/0']) await own.upload(`${ada}/${name}`, text)
  const prefix = `${ada}/`
  expect(await walk(ada, { prefix })).toEqual([
    ['C', 'a'],
    ['b!', 'b/0'],
    ['b/1', 'c/2'],
  ])
  expect(await walk(ada, { prefix, with_delimiter: true })).toEqual([
    ['C', 'a'],
    ['b!', 'b/'],
    ['c/'],
  ])
  const sorted = (column: 'name' | 'created_at' | 'updated_at', order: 'asc' | 'desc') =>
    walk(ada, { prefix, with_delimiter: true, limit: 1, sortBy: { column, order } })
  expect((await sorted('name', 'desc')).flat()).toEqual(['c/', 'b/', 'b!', 'a', 'C'])
  expect((await sorted('created_at', 'asc')).flat()).toEqual(['c/', 'b!', 'b/', 'a', 'C'])
  await own.update(`${ada}/b!`, text)
  expect((await sorted('updated_at', 'desc')).flat()).toEqual(['b!', 'C', 'a', 'b/', 'c/'])
  expect(await walk(ada, { prefix: `${ada}/b` })).toEqual([['b!', 'b/0'], ['b/1']])
})

test('wildcards of SQL in a prefix stand for themselves', async () => {
  const own = await ownOf(ada)
  for (const name of ['a_1', 'aX1']) await own.upload(`${ada}/${name}`, text)
  expect(await walk(ada, { prefix: `${ada}/a_` })).toEqual([['a_1']])
  expect(await walk(ada, { prefix: '%' })).toEqual([[]])
})

test('a list shows a person only what they may see', async () => {
  await (await ownOf(ada)).upload(`${ada}/a`, text)
  expect(await walk(bob, { prefix: '', with_delimiter: true })).toEqual([[]])
})

test('an invalid cursor, and one from a list in another order, are refused', async () => {
  const own = await ownOf(ada)
  for (const name of ['a', 'b']) await own.upload(`${ada}/${name}`, text)
  const { data } = await own.listV2({ limit: 1 })
  for (const cursor of ['e:none', data?.nextCursor ?? '']) {
    const { error } = await own.listV2({ cursor, with_delimiter: true })
    expect(error).toMatchObject({
      statusCode: '400',
      message: expect.stringContaining('continuation token'),
    })
  }
})
