import { expect, test } from 'vitest'
import { ada, bob, useStorageProject } from '../../testing/storage-project'

const { as, project, onDisk, withoutPolicy } = useStorageProject()
const text = (of: string) => new Blob([of], { type: 'text/plain' })

test('the service role creates a bucket, reads it, changes it and deletes it', async () => {
  const made = await project().createBucket('notes', {
    public: false,
    fileSizeLimit: '1kb',
    allowedMimeTypes: ['text/plain'],
  })
  expect(made.data).toEqual({ name: 'notes' })
  expect((await project().getBucket('notes')).data).toEqual({
    id: 'notes',
    name: 'notes',
    owner: '',
    public: false,
    type: 'STANDARD',
    file_size_limit: 1000,
    allowed_mime_types: ['text/plain'],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  const notes = project().from('notes')
  expect((await notes.upload('a.txt', text('x'.repeat(1001)))).error).toMatchObject({
    statusCode: '413',
  })
  expect((await notes.upload('a.txt', text('x'.repeat(1000)))).error).toBeNull()

  // Settings that a change does not name stay as they are.
  const changed = await project().updateBucket('notes', { public: true })
  expect(changed.data).toEqual({ message: 'Successfully updated' })
  expect((await project().getBucket('notes')).data).toMatchObject({
    public: true,
    file_size_limit: 1000,
    allowed_mime_types: ['text/plain'],
  })

  expect((await project().deleteBucket('notes')).error).toMatchObject({
    statusCode: '409',
    message: 'The bucket you tried to delete is not empty',
  })
  expect((await project().emptyBucket('notes')).error).toBeNull()
  expect(onDisk('objects')).toEqual([])
  expect((await project().deleteBucket('notes')).data).toEqual({ message: 'Successfully deleted' })
  expect((await project().getBucket('notes')).error).toMatchObject({ message: 'Bucket not found' })
})

test('a list of buckets can be sorted, paged and searched by name', async () => {
  for (const id of ['a_1', 'aX1', 'b']) await project().createBucket(id)
  const idsOf = async (how: Parameters<ReturnType<typeof project>['listBuckets']>[0]) =>
    (await project().listBuckets(how)).data?.map(({ id }) => id)
  expect(await idsOf({ sortColumn: 'name', sortOrder: 'desc', limit: 2 })).toEqual([
    'shown',
    'restricted',
  ])
  expect(await idsOf({ sortColumn: 'id', limit: 1, offset: 3 })).toEqual(['own'])
  expect(await idsOf({ search: 'A_' })).toEqual(['a_1'])
  expect(await idsOf({ search: '%' })).toEqual([])
})

test.each<
  [string, string, { fileSizeLimit?: number | string; allowedMimeTypes?: string[] }, RegExp]
>([
  ['a name with a slash', 'a/b', {}, /^Bucket name invalid$/],
  ['a long name', 'a'.repeat(64), {}, /^Bucket name invalid$/],
  ['a name that is taken', 'own', {}, /^The resource already exists$/],
  ['a size that is not a number', 'a', { fileSizeLimit: 'much' }, /^Invalid file size format/],
  ['a negative size', 'a', { fileSizeLimit: -1 }, /^Invalid file size format/],
  [
    'more than the largest size of a file',
    'a',
    { fileSizeLimit: '60MB' },
    /exceeded the maximum allowed/,
  ],
  ['an invalid type', 'a', { allowedMimeTypes: ['text'] }, /^mime type text is not supported$/],
])('no bucket is made with %s', async (_, id, options, message) => {
  const { error } = await project().createBucket(id, { public: false, ...options })
  expect(error?.message).toMatch(message)
  expect((await project().listBuckets()).data).toHaveLength(3)
})

test('the policies decide what people and visitors may do with buckets', async () => {
  for (const [who, seen] of [
    [ada, ['own']],
    [null, []],
  ] as const) {
    const client = await as(who)
    expect((await client.listBuckets()).data?.map(({ id }) => id)).toEqual(seen)
    expect((await client.getBucket('shown')).error?.message).toBe('Bucket not found')
    expect((await client.createBucket('mine')).error).toMatchObject({ statusCode: '403' })
    for (const id of ['own', 'shown', 'none']) {
      expect((await client.updateBucket(id, { public: true })).error?.message).toBe(
        'Bucket not found',
      )
      expect((await client.deleteBucket(id)).error?.message).toBe('Bucket not found')
    }
    expect((await client.emptyBucket('shown')).error?.message).toBe('Bucket not found')
  }
  expect((await project().getBucket('own')).data?.public).toBe(false)
})

test('a person who empties a bucket deletes only their own files, and none if they may not delete one of them', async () => {
  for (const who of [ada, bob]) await (await as(who)).from('own').upload(`${who}/a.txt`, text('x'))
  await withoutPolicy('own_delete', async () => {
    expect((await (await as(ada)).emptyBucket('own')).error).toMatchObject({ statusCode: '403' })
  })
  expect(onDisk('objects')).toHaveLength(2)
  expect((await (await as(ada)).emptyBucket('own')).error).toBeNull()
  expect((await (await as(ada)).from('own').exists(`${ada}/a.txt`)).data).toBe(false)
  expect((await (await as(bob)).from('own').exists(`${bob}/a.txt`)).data).toBe(true)
  expect(onDisk('objects')).toHaveLength(1)
})
