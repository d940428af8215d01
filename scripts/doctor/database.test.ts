import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCatalogue } from '../../supabase/local/src/catalogue/read-catalogue'
import { examineConnected } from './database'
import { type Healthy, openHealthy } from './testing/healthy'

let project: Healthy
beforeAll(async () => {
  project = await openHealthy('nothing')
})
afterAll(() => project?.close())

test('an opened bucket is reported with its cure, and a project without it is ok', async () => {
  const { client } = project
  const schema = await readCatalogue(client)
  const examine = () =>
    examineConnected(client, async () => ({ least: schema, most: schema }), undefined)
  await client.query('begin; set local role postgres')
  const before = await examine()
  expect(before.filter(({ state }) => state !== 'ok')).toEqual([])
  await client.query(`update storage.buckets set public = true where id = 'lesson-files'`)
  const after = await examine()
  await client.query('rollback')
  expect(after.filter(({ state }) => state !== 'ok')).toEqual([
    {
      state: 'differs',
      about: 'storage',
      text: `visibility of bucket lesson-files is "open to everybody", expected "closed". Run: update storage.buckets set public = 'false' where id = 'lesson-files'`,
    },
  ])
})
