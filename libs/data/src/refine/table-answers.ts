import type { BaseKey, BaseRecord, MetaQuery } from '@refinedev/core'
import { dataProvider as supabaseProvider } from '@refinedev/supabase'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { DataClient } from '../client'
import { expectRow, unwrap } from '../errors'
import { serverFilters } from './filters'
import {
  DENIED,
  errorWithCode,
  NOT_FOUND,
  requestError,
  STALE,
  UNIQUE_VIOLATION,
} from './request-error'
import type { Answers, ResourceRules } from './resource-rules'

/**
 * Keeps only harmless keys of `meta`. Refine adds the parameters of the address to `meta`, and these must not choose
 * another schema or key column.
 */
function withSafeMeta<T extends { meta?: MetaQuery }>(params: T): T & { meta: MetaQuery } {
  return { ...params, meta: { select: params.meta?.select } }
}

type Values = Record<string, unknown>

const plain = (variables: unknown): Values => Object.fromEntries(Object.entries(variables ?? {}))

/** Returns the values that differ from those of a row. */
function changedValues(row: Values, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(row[name] ?? null) !== JSON.stringify(value ?? null),
    ),
  )
}

/** PostgreSQL's code for an invalid id. */
const INVALID_TEXT = '22P02'

/** Creates the answers of a resource from its table, with `@refinedev/supabase`. */
export function tableAnswers(client: DataClient, rules: ResourceRules): Required<Answers> {
  // The package asks for the type of a whole client but only calls `from`. A whole client would add 30 kB to the
  // browser's download.
  const whole = client as SupabaseClient
  const base = supabaseProvider(whole)

  /** Returns the present values of these columns in a row; null if the row does not exist. */
  async function valuesOf(resource: string, id: BaseKey, values: Values): Promise<Values | null> {
    const columns = Object.keys(values).join()
    return (
      unwrap(await whole.from(resource).select<string, Values>(columns).eq('id', id))[0] ?? null
    )
  }

  async function rowOf(resource: string, id: BaseKey, select = 'id'): Promise<BaseRecord> {
    return expectRow(await whole.from(resource).select<string, BaseRecord>(select).eq('id', id))
  }

  return {
    getList: (_, params) =>
      base.getList({ ...withSafeMeta(params), filters: serverFilters(params.filters, rules) }),

    getOne: async (_, params) => {
      const answer = await base.getOne(withSafeMeta(params)).catch((cause: unknown) => {
        throw requestError(cause, null).code === INVALID_TEXT ? errorWithCode(NOT_FOUND) : cause
      })
      // The package's type says that this is never null, but it can be.
      return answer.data ?? null
    },

    getMany: async (_, params) => (await base.getMany(withSafeMeta(params))).data,

    create: async (_, { resource, variables, meta }) => {
      const values = plain(variables)
      const { id } = values
      const query = whole.from(resource).insert(values)
      const answer = await query.select<string, BaseRecord>(meta?.select ?? 'id')
      if (answer.error?.code !== UNIQUE_VIOLATION || typeof id !== 'string')
        return expectRow(answer)
      // An earlier request with this operation id may have created the row, and its answer was lost
      // (rules/data#idempotent).
      const made = await valuesOf(resource, id, values)
      if (!made) return expectRow(answer)
      const changed = changedValues(made, values)
      if (Object.keys(changed).length > 0) {
        expectRow(await whole.from(resource).update(changed).eq('id', id).select('id'))
      }
      return rowOf(resource, id, meta?.select)
    },

    update: async (_, { resource, id, variables, meta }) => {
      const since: unknown = meta?.unchangedSince
      const values = plain(variables)
      const target = whole.from(resource).update(values).eq('id', id)
      const query = typeof since === 'string' ? target.eq('updated_at', since) : target
      const row = unwrap(await query.select<string, BaseRecord>(meta?.select ?? 'id'))[0]
      if (row) return row
      if (typeof since !== 'string') throw errorWithCode(DENIED)
      const now = await valuesOf(resource, id, { ...values, updated_at: since })
      if (!now) throw errorWithCode(NOT_FOUND)
      if (now.updated_at === since) throw errorWithCode(DENIED)
      // An earlier request has saved the same values, and its answer was lost.
      if (Object.keys(changedValues(now, values)).length === 0)
        return rowOf(resource, id, meta?.select)
      throw errorWithCode(STALE)
    },

    deleteOne: async (_, { resource, id }) => {
      const query = whole.from(resource).delete().eq('id', id)
      return expectRow(await query.select<string, BaseRecord>('id'))
    },
  }
}
