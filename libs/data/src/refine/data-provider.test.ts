import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import { listFilters, listState } from '../lists/list-state'
import { EMPTY_DRAFT } from '../notifications/admin-draft'
import { PURCHASE_LIST } from '../purchases/purchase-list'
import { createDataClient } from '../session/create-client'
import { createFunctionCaller } from '../session/functions'
import { createDataProvider } from './data-provider'
import { hasCode } from './request-error'

interface Sent {
  method: string
  url: URL
  body: unknown
  prefer: string
}

const sent: Sent[] = []
let answers: { status: number; body: unknown; range?: string }[] = []

const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
const project = { url: 'http://project.test', key: 'anon' }
const client = createDataClient({ ...project, storage })
const provider = createDataProvider({
  project,
  client,
  functions: createFunctionCaller(project, client),
})

beforeEach(() => {
  sent.length = 0
  answers = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    sent.push({
      method: request.method,
      url: new URL(request.url),
      body: request.body === null ? null : await request.json(),
      prefer: request.headers.get('prefer') ?? '',
    })
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: {
        'content-type': 'application/json',
        ...(answer.range && { 'content-range': answer.range }),
      },
    })
  })
})

afterEach(() => vi.unstubAllGlobals())

function last(): Sent {
  const request = sent.at(-1)
  if (!request) throw new Error('nothing was sent')
  return request
}

async function failure(promise: Promise<unknown>): Promise<DataError> {
  const error = await promise.then(
    () => null,
    (cause: unknown) => cause,
  )
  if (!(error instanceof DataError)) throw new Error(`no DataError, but ${String(error)}`)
  return error
}

describe('lists', () => {
  it('request one filtered and sorted page and the count', async () => {
    answers = [{ status: 206, body: [{ id: 'c1' }], range: '12-12/25' }]
    const list = await provider.getList({
      resource: 'courses',
      pagination: { currentPage: 2, pageSize: 12, mode: 'server' },
      filters: [{ field: 'status', operator: 'eq', value: 'DRAFT' }],
      sorters: [{ field: 'updated_at', order: 'desc' }],
      meta: { select: 'id, title' },
    })
    expect(list).toEqual({ data: [{ id: 'c1' }], total: 25 })
    const { searchParams } = last().url
    expect(searchParams.get('select')).toBe('id,title')
    expect(searchParams.get('offset')).toBe('12')
    expect(searchParams.get('limit')).toBe('12')
    expect(searchParams.get('status')).toBe('eq.DRAFT')
    expect(searchParams.get('order')).toBe('updated_at.desc')
    expect(last().prefer).toContain('count=exact')
  })

  it('search title and description, and take the typed text literally', async () => {
    answers = [{ status: 200, body: [] }]
    await provider.getList({
      resource: 'courses',
      filters: [{ field: 'q', operator: 'contains', value: ' 100%_"a\\b",c) ' }],
    })
    const pattern = String.raw`"%100\\%\\_\"a\\\\b\",c)%"`
    expect(last().url.searchParams.get('or')).toBe(
      `(title.ilike.${pattern},description.ilike.${pattern})`,
    )
  })

  it('sends no filter for an empty search', async () => {
    answers = [{ status: 200, body: [] }]
    await provider.getList({
      resource: 'courses',
      filters: [{ field: 'q', operator: 'contains', value: '  ' }],
    })
    expect(last().url.searchParams.has('or')).toBe(false)
  })

  it('ignore query parameters of a page’s address that would read another table', async () => {
    answers = [{ status: 200, body: [] }]
    await provider.getList({
      resource: 'courses',
      meta: { select: 'id', schema: 'private', count: 'planned' },
    })
    expect(last().url.pathname).toBe('/rest/v1/courses')
    expect(last().prefer).toContain('count=exact')
  })

  it('fail for unknown resources', async () => {
    const error = await failure(provider.getList({ resource: 'role_permissions' }))
    expect(error.code).toBe('UNKNOWN_RESOURCE')
    expect(sent).toHaveLength(0)
  })
})

describe('lists from database functions', () => {
  it('are requested with filters, page and order, and contain sums', async () => {
    const purchases = {
      found: 51,
      total: 60,
      completed: 50,
      pending: 1,
      revenue: [],
      purchases: [],
      notices: [],
    }
    answers = [{ status: 200, body: purchases }]
    const address = new URLSearchParams('q=ada&status=PENDING')
    const list = await provider.getList({
      resource: 'purchases',
      pagination: { currentPage: 2, pageSize: 50 },
      filters: listFilters(PURCHASE_LIST, listState(PURCHASE_LIST, address).values),
    })
    expect(last().url.pathname).toBe('/rest/v1/rpc/purchase_list')
    expect(last().body).toEqual({ query: 'ada', status: 'PENDING', page: 2, page_size: 50 })
    expect(list).toMatchObject({ data: [], total: 51, figures: { total: 60, completed: 50 } })
  })

  it('are requested without filters that they do not have', async () => {
    answers = [{ status: 200, body: { total: 0, members: [] } }]
    await provider.getList({
      resource: 'profiles',
      filters: [{ field: 'role', operator: 'eq', value: 'GOD' }],
    })
    expect(last().body).toEqual({ sort: 'newest', page: 1, page_size: 50 })
  })
})

describe('an unsupported verb', () => {
  it.each([
    ['update', () => provider.update({ resource: 'purchases', id: 'p1', variables: {} })],
    ['delete', () => provider.deleteOne({ resource: 'audit_logs', id: 1 })],
    ['create', () => provider.create({ resource: 'settings', variables: {} })],
  ])('fails for %s, without a request', async (_, ask) => {
    expect((await failure(ask())).code).toBe('UNSUPPORTED')
    expect(sent).toHaveLength(0)
  })
})

describe('a call by name', () => {
  it('executes an act with the given values', async () => {
    answers = [{ status: 200, body: [{ id: 'n1' }, { id: 'n2' }] }]
    const payload = { ids: ['n1', 'n2'] }
    await provider.custom({ url: 'notifications/delete', method: 'post', payload })
    expect(last().method).toBe('DELETE')
    expect(last().url.searchParams.get('id')).toBe('in.(n1,n2)')
  })

  it('fails with DENIED if no row changed', async () => {
    answers = [{ status: 200, body: [] }]
    const payload = { ids: ['n1'] }
    const act = provider.custom({ url: 'notifications/delete', method: 'post', payload })
    expect(await failure(act)).toMatchObject({ code: 'DENIED', statusCode: 403 })
  })

  it('executes a read', async () => {
    answers = [{ status: 200, body: { actions: ['course.publish'], target_types: ['course'] } }]
    const { data } = await provider.custom({ url: 'audit_logs/choices', method: 'get' })
    expect(data).toEqual({ actions: ['course.publish'], targets: ['course'] })
  })

  it.each([
    ['notifications/shred', 'post'],
    // The method `get` must never execute an act.
    ['notifications/delete', 'get'],
    ['audit_logs/choices', 'post'],
    ['toString', 'post'],
  ] as const)('fails for %s with the method %s', async (url, method) => {
    const payload = { ids: ['n1'] }
    expect((await failure(provider.custom({ url, method, payload }))).code).toBe('UNKNOWN_ACT')
    expect(sent).toHaveLength(0)
  })
})

describe('one row', () => {
  it('fails with NOT_FOUND if it does not exist', async () => {
    answers = [{ status: 200, body: [] }]
    const error = await failure(provider.getOne({ resource: 'courses', id: 'c1' }))
    expect(error).toMatchObject({ code: 'NOT_FOUND', statusCode: 404 })
  })

  it('fails with NOT_FOUND for an invalid id', async () => {
    answers = [{ status: 400, body: { code: '22P02', message: 'invalid input syntax for uuid' } }]
    const error = await failure(provider.getOne({ resource: 'courses', id: 'nonsense' }))
    expect(error.code).toBe('NOT_FOUND')
  })
})

describe('writing a row', () => {
  const update = (meta?: object) =>
    provider.update({ resource: 'courses', id: 'c1', variables: { title: 'Git' }, meta })

  it('sends the columns and returns the row', async () => {
    answers = [{ status: 200, body: [{ id: 'c1', status: 'DRAFT' }] }]
    const { data } = await update({ select: 'id, status' })
    expect(data).toEqual({ id: 'c1', status: 'DRAFT' })
    expect(last()).toMatchObject({ method: 'PATCH', body: { title: 'Git' } })
    expect(last().url.searchParams.get('id')).toBe('eq.c1')
    expect(last().url.searchParams.has('updated_at')).toBe(false)
  })

  it('fails with DENIED if no row was changed', async () => {
    answers = [{ status: 200, body: [] }]
    expect(await failure(update())).toMatchObject({ code: 'DENIED', statusCode: 403 })
  })

  it('changes a row only if it is still in the version that was read', async () => {
    answers = [
      { status: 200, body: [] },
      { status: 200, body: [{ updated_at: '2026-01-02T00:00:00+00:00' }] },
    ]
    const error = await failure(update({ unchangedSince: '2026-01-01T00:00:00+00:00' }))
    expect(error).toMatchObject({ code: 'STALE', statusCode: 409 })
    expect(sent[0]?.url.searchParams.get('updated_at')).toBe('eq.2026-01-01T00:00:00+00:00')
    expect(hasCode(error, 'STALE')).toBe(true)
  })

  it('distinguishes a deleted row and a refusal from an outdated version', async () => {
    answers = [
      { status: 200, body: [] },
      { status: 200, body: [] },
    ]
    expect((await failure(update({ unchangedSince: 'x' }))).code).toBe('NOT_FOUND')
    answers = [
      { status: 200, body: [] },
      { status: 200, body: [{ updated_at: 'x' }] },
    ]
    expect((await failure(update({ unchangedSince: 'x' }))).code).toBe('DENIED')
  })

  it('reads the id of the deleted row, and fails with DENIED without one', async () => {
    answers = [
      { status: 200, body: [{ id: 'm1' }] },
      { status: 200, body: [] },
    ]
    await expect(provider.deleteOne({ resource: 'notifications', id: 'm1' })).resolves.toEqual({
      data: { id: 'm1' },
    })
    expect(last().url.searchParams.get('select')).toBe('id')
    const error = await failure(provider.deleteOne({ resource: 'notifications', id: 'm1' }))
    expect(error.code).toBe('DENIED')
  })

  it('calls a database function if several rows change, and returns its answer', async () => {
    answers = [{ status: 200, body: { id: 'p1' } }]
    const draft = {
      person: { id: 'u1' },
      courseId: 'c1',
      amount: '49.90',
      currency: 'EUR',
      kind: 'bank_transfer',
      reason: 'Transfer',
    }
    const made = await provider.create({ resource: 'purchases', variables: { id: 'k1', draft } })
    expect(made).toEqual({ data: { id: 'p1' } })
    expect(last().url.pathname).toBe('/rest/v1/rpc/record_purchase')
    expect(last().body).toMatchObject({ key: 'k1', user_id: 'u1', amount_cents: 4990 })

    answers = [{ status: 200, body: { id: 'i1', email: 'ada@example.org', token: 't1' } }]
    const invite = { id: 'o1', email: 'ada@example.org', role: 'MEMBER', courseIds: ['c1'] }
    expect(await provider.create({ resource: 'invites', variables: invite })).toEqual({
      data: { id: 'i1', email: 'ada@example.org', token: 't1' },
    })
    expect(last().url.pathname).toBe('/rest/v1/rpc/create_invite')

    answers = [{ status: 200, body: null }]
    const recipients = { audience: 'specific', person: { id: 'u1', name: null, email: '' } }
    await provider.create({
      resource: 'notifications',
      variables: { draft: { ...EMPTY_DRAFT, title: 'Hello' }, recipients, id: 's1' },
    })
    expect(last().url.pathname).toBe('/rest/v1/rpc/send_user_notification')
    expect(last().body).toMatchObject({ title: 'Hello', recipient_id: 'u1', send_id: 's1' })
  })

  it('moves content to the bin with a database function', async () => {
    answers = [{ status: 200, body: null }]
    await provider.deleteOne({ resource: 'modules', id: 'm1' })
    expect(last()).toMatchObject({ method: 'POST', body: { module_id: 'm1' } })
    expect(last().url.pathname).toBe('/rest/v1/rpc/delete_module')
  })

  it('reports a duplicate value at the unique field', async () => {
    answers = [{ status: 409, body: { code: '23505', message: 'duplicate key' } }]
    expect(await failure(update())).toMatchObject({
      code: '23505',
      statusCode: 409,
      errors: { slug: 'This slug is already in use' },
    })
  })

  it('reports a refused value at its field', async () => {
    answers = [
      { status: 422, body: { code: 'PT422', hint: 'title', message: 'Title is required' } },
    ]
    expect(await failure(update())).toMatchObject({ errors: { title: 'Title is required' } })
  })

  it('keeps the status and the message that a database function has chosen', async () => {
    answers = [{ status: 422, body: { code: 'PT422', message: 'Not like this.' } }]
    expect(await failure(update())).toMatchObject({ statusCode: 422, message: 'Not like this.' })
  })

  it('distinguishes a missing answer from a refusal', async () => {
    expect((await failure(update())).code).toBe('NETWORK')
    expect((await failure(provider.getList({ resource: 'courses' }))).code).toBe('NETWORK')
  })
})
