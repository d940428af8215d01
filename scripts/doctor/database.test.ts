import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCatalogue } from '../../supabase/local/src/catalogue/read-catalogue'
import { examineConnected } from './database'
import { type Healthy, openHealthy } from './testing/healthy'

let project: Healthy
beforeAll(async () => {
  project = await openHealthy('nothing')
})
afterAll(() => project?.close())

test('a bucket that became public is reported with the statement that repairs it, and an unchanged project is fine', async () => {
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

test('a project with migrations that were replaced is pointed to the page that says what to run', async () => {
  const { client } = project
  await client.query(`begin; set local role postgres;
    insert into supabase_migrations.schema_migrations (version) values ('20261101000100')`)
  const found = await examineConnected(client, () => Promise.reject(new Error()), undefined)
  await client.query('rollback')
  expect(found.find(({ about }) => about === 'migrations')?.text).toContain(
    'docs/deploy.md#after-the-squash',
  )
})
