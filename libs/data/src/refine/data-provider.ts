import type {
  BaseKey,
  BaseRecord,
  DataProvider,
  DeleteOneParams,
  DeleteOneResponse,
  GetListParams,
  GetListResponse,
  GetOneParams,
  GetOneResponse,
  MetaQuery,
  UpdateParams,
  UpdateResponse,
} from '@refinedev/core'
import { dataProvider as supabaseProvider } from '@refinedev/supabase'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { DataClient } from '../client'
import { expectRow, unwrap } from '../errors'
import { serverFilters } from './filters'
import { DENIED, errorWithCode, NOT_FOUND, requestError, STALE } from './request-error'
import { type ResourceRules, resourceRules } from './resource-rules'

/**
 * Refine adds what stands in the address to a request's meta, so only what cannot lead elsewhere is
 * passed on: no other schema, no other key column.
 */
function narrowed<T extends { meta?: MetaQuery }>(params: T): T & { meta: MetaQuery } {
  return { ...params, meta: { select: params.meta?.select } }
}

/** Postgres: an id that is not even the shape of one. */
const INVALID_TEXT = '22P02'

/**
 * Refine's way to our tables: `@refinedev/supabase` over our client, and on top of it
 * - only the resources of `resource-rules.ts`;
 * - a search (`q`) and text filters that take what people typed literally;
 * - lists that a function of the database answers, where row security would be too slow;
 * - a row that is not there is NOT_FOUND, not an empty answer;
 * - an update or delete that touches no row is DENIED, never a silent success (rules/data#denied-is-an-error);
 * - `meta.unchangedSince` (the `updated_at` that was read) makes an update fail with STALE when
 *   another person saved in between, instead of writing over it;
 * - errors are DataErrors with a status and, where a field is to blame, the field's sentence.
 *
 * Writing many rows at once has no method here on purpose: that is one function in one transaction.
 */
export function createDataProvider(client: DataClient): DataProvider {
  // The package asks for the whole client and calls `from` alone, which ours has; building the
  // whole one would weigh 30 kB more in the browser.
  const whole = client as SupabaseClient
  const base = supabaseProvider(whole)

  async function getList<TData extends BaseRecord = BaseRecord>(
    params: GetListParams,
    rules: ResourceRules,
  ): Promise<GetListResponse<TData>> {
    if (rules.list) return (await rules.list(client, params)) as GetListResponse<TData>
    return base.getList({ ...narrowed(params), filters: serverFilters(params.filters, rules) })
  }

  async function getOne<TData extends BaseRecord = BaseRecord>(
    params: GetOneParams,
  ): Promise<GetOneResponse<TData>> {
    const answer = await base.getOne<TData>(narrowed(params)).catch((cause: unknown) => {
      throw requestError(cause, null).code === INVALID_TEXT ? errorWithCode(NOT_FOUND) : cause
    })
    // The package types this as a row whatever came.
    if (!answer.data) throw errorWithCode(NOT_FOUND)
    return answer
  }

  async function update<TData extends BaseRecord, TVariables>({
    resource,
    id,
    variables,
    meta,
  }: UpdateParams<TVariables>): Promise<UpdateResponse<TData>> {
    const since: unknown = meta?.unchangedSince
    const values = Object.fromEntries(Object.entries(variables ?? {}))
    const target = whole.from(resource).update(values).eq('id', id)
    const query = typeof since === 'string' ? target.eq('updated_at', since) : target
    const rows = unwrap(await query.select<string, TData>(meta?.select ?? 'id'))
    if (!rows[0]) throw errorWithCode(await whyUnwritten(resource, id, since))
    return { data: rows[0] }
  }

  async function deleteOne<TData extends BaseRecord, TVariables>({
    resource,
    id,
  }: DeleteOneParams<TVariables>): Promise<DeleteOneResponse<TData>> {
    const query = whole.from(resource).delete().eq('id', id)
    return { data: expectRow(await query.select<string, TData>('id')) }
  }

  /** A row that was there when it was read and was not written: gone, changed, or not allowed. */
  async function whyUnwritten(resource: string, id: BaseKey, since: unknown): Promise<string> {
    if (typeof since !== 'string') return DENIED
    const query = whole.from(resource).select<string, { updated_at: string }>('updated_at')
    const row = unwrap(await query.eq('id', id))[0]
    if (!row) return NOT_FOUND
    return row.updated_at === since ? DENIED : STALE
  }

  return {
    getApiUrl: () => '/rest/v1',
    getList: (params) => asked(params.resource, (rules) => getList(params, rules)),
    getMany: (params) => asked(params.resource, () => base.getMany(narrowed(params))),
    getOne: (params) => asked(params.resource, () => getOne(params)),
    create: (params) => asked(params.resource, () => base.create(narrowed(params))),
    update: (params) => asked(params.resource, () => update(params)),
    deleteOne: (params) => asked(params.resource, () => deleteOne(params)),
  }
}

async function asked<T>(resource: string, ask: (rules: ResourceRules) => Promise<T>): Promise<T> {
  const rules = resourceRules(resource)
  if (!rules) throw requestError(errorWithCode('UNKNOWN_RESOURCE'), null)
  try {
    return await ask(rules)
  } catch (cause) {
    throw requestError(cause, rules)
  }
}
