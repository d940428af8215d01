import type { NodeContext, Routes } from '../gateway/http'
import type { BucketSettings, Buckets } from './buckets'
import type { Caller } from './database'
import { badRequest } from './errors'
import { choiceOf, countOf, readJson } from './read-json'

const columns = ['id', 'name', 'created_at', 'updated_at'] as const

/** Adds the routes below /storage/v1/bucket. */
export function addBuckets(
  routes: Routes,
  { buckets, caller }: { buckets: Buckets; caller(c: NodeContext): Promise<Caller> },
): void {
  routes.get('/bucket', async (c) => {
    const { limit, offset, search = '', sortColumn, sortOrder } = c.req.query()
    return c.json(
      await buckets.list(await caller(c), {
        limit: limit === undefined ? null : countOf('querystring/limit', limit, 1),
        offset: countOf('querystring/offset', offset ?? 0, 0),
        search,
        column: choiceOf('querystring/sortColumn', sortColumn ?? 'id', columns),
        descending:
          choiceOf('querystring/sortOrder', sortOrder ?? 'asc', ['asc', 'desc']) === 'desc',
      }),
    )
  })
  routes.post('/bucket', async (c) => {
    const who = await caller(c)
    const body = await readJson(c.env.incoming)
    const { name, id = name } = body
    if (typeof name !== 'string' || typeof id !== 'string')
      throw badRequest('body/name is required')
    await buckets.create(who, id, name, settingsOf(body))
    return c.json({ name })
  })
  routes.get('/bucket/:id', async (c) =>
    c.json(await buckets.get(await caller(c), c.req.param('id'))),
  )
  routes.put('/bucket/:id', async (c) => {
    const who = await caller(c)
    await buckets.change(who, c.req.param('id'), settingsOf(await readJson(c.env.incoming)))
    return c.json({ message: 'Successfully updated' })
  })
  routes.delete('/bucket/:id', async (c) => {
    await buckets.remove(await caller(c), c.req.param('id'))
    return c.json({ message: 'Successfully deleted' })
  })
  routes.post('/bucket/:id/empty', async (c) => {
    await buckets.empty(await caller(c), c.req.param('id'))
    // The sentence is a hosted project's, which queues the work. Here the bucket is empty already.
    return c.json({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    })
  })
}

/** @throws StorageError InvalidRequest */
function settingsOf(body: Record<string, unknown>): BucketSettings {
  const { public: shown, file_size_limit: size, allowed_mime_types: types } = body
  const settings: BucketSettings = {}
  if (shown !== undefined) settings.public = isOf('public', shown, isBoolean)
  if (size !== undefined) settings.file_size_limit = isOf('file_size_limit', size, isSize)
  if (types !== undefined) settings.allowed_mime_types = isOf('allowed_mime_types', types, isTypes)
  return settings
}

function isOf<Value>(name: string, value: unknown, is: (value: unknown) => value is Value): Value {
  if (is(value)) return value
  throw badRequest(`body/${name} is not of its type`)
}

const isBoolean = (value: unknown) => typeof value === 'boolean'
const isSize = (value: unknown) =>
  value === null || typeof value === 'number' || typeof value === 'string'
const isTypes = (value: unknown): value is string[] | null =>
  value === null || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
