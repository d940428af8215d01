import type { BaseKey, BaseRecord, MetaQuery } from '@refinedev/core'
import { dataProvider as supabaseProvider } from '@refinedev/supabase'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { DataClient } from '../client'
import { expectRow, unwrap } from '../errors'
import { serverFilters } from './filters'
import { DENIED, errorWithCode, NOT_FOUND, requestError, STALE } from './request-error'
import type { Answers, ResourceRules } from './resource-rules'

/**
 * Refine adds the address's parameters to a request's meta, so only harmless ones are passed on: no other schema and no
 * other key column.
 */
function narrowed<T extends { meta?: MetaQuery }>(params: T): T & { meta: MetaQuery } {
  return { ...params, meta: { select: params.meta?.select } }
}

/** PostgreSQL's code for an id of an invalid form. */
const INVALID_TEXT = '22P02'

/** The answers of the table with the resource's name, through `@refinedev/supabase`. */
export function tableAnswers(client: DataClient, rules: ResourceRules): Required<Answers> {
  // The package's type asks for a whole client, but the package only calls `from`. A whole client would add 30 kB to
  // the browser's download.
  const whole = client as SupabaseClient
  const base = supabaseProvider(whole)

  /** Returns why an existing row was not written: it is gone, has changed, or may not be written. */
  async function whyUnwritten(resource: string, id: BaseKey, since: unknown): Promise<string> {
    if (typeof since !== 'string') return DENIED
    const query = whole.from(resource).select<string, { updated_at: string }>('updated_at')
    const row = unwrap(await query.eq('id', id))[0]
    if (!row) return NOT_FOUND
    return row.updated_at === since ? DENIED : STALE
  }

  return {
    getList: (_, params) =>
      base.getList({ ...narrowed(params), filters: serverFilters(params.filters, rules) }),

    getOne: async (_, params) => {
      const answer = await base.getOne(narrowed(params)).catch((cause: unknown) => {
        throw requestError(cause, null).code === INVALID_TEXT ? errorWithCode(NOT_FOUND) : cause
      })
      // The package types this as a row even if it is null.
      return answer.data ?? null
    },

    getMany: async (_, params) => (await base.getMany(narrowed(params))).data,

    create: async (_, params) => (await base.create(narrowed(params))).data,

    update: async (_, { resource, id, variables, meta }) => {
      const since: unknown = meta?.unchangedSince
      const values = Object.fromEntries(Object.entries(variables ?? {}))
      const target = whole.from(resource).update(values).eq('id', id)
      const query = typeof since === 'string' ? target.eq('updated_at', since) : target
      const rows = unwrap(await query.select<string, BaseRecord>(meta?.select ?? 'id'))
      if (!rows[0]) throw errorWithCode(await whyUnwritten(resource, id, since))
      return rows[0]
    },

    deleteOne: async (_, { resource, id }) => {
      const query = whole.from(resource).delete().eq('id', id)
      return expectRow(await query.select<string, BaseRecord>('id'))
    },
  }
}
