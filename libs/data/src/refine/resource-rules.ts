import type { BaseRecord, GetListParams } from '@refinedev/core'
import type { DataClient } from '../client'
import type { Database } from '../database.gen'

/** Reads one page of a list: its rows, and how many match in all. Fails with a DataError. */
type ReadList = (
  client: Pick<DataClient, 'rpc'>,
  params: Pick<GetListParams, 'filters' | 'sorters' | 'pagination'>,
) => Promise<{ data: BaseRecord[]; total: number }>

type Tables = Database['public']['Tables']
type TableName = keyof Tables

interface Rules<T extends TableName> {
  /** Columns that a search (the filter field `q`) looks into. */
  search?: readonly (keyof Tables[T]['Row'] & string)[]
  /** The only field that can collide with another row, and what to say then. */
  unique?: { field: keyof Tables[T]['Row'] & string; message: string }
  /** How its list is read, where that is a function's business and not the table's. */
  list?: ReadList
}

/** Comes with the screen that shows it, and weighs nothing before. */
const readMembers: ReadList = async (client, params) =>
  (await import('../members/member-list')).readMembers(client, params)

const readInvites: ReadList = async (client, params) =>
  (await import('../invites/invite-list')).readInvites(client, params)

/** What Refine may address, and what the data provider has to know of each. */
const RULES: { readonly [T in TableName]?: Rules<T> } = {
  courses: {
    search: ['title', 'description'],
    unique: { field: 'slug', message: 'This slug is already in use' },
  },
  modules: {},
  lessons: {},
  profiles: { list: readMembers },
  invites: { list: readInvites },
  settings: {},
}

export interface ResourceRules {
  search?: readonly string[]
  unique?: { field: string; message: string }
  list?: ReadList
}

/** The rules of a resource, or null when the back-office has no business with it. */
export function resourceRules(resource: string): ResourceRules | null {
  const entry = Object.entries(RULES).find(([name]) => name === resource)
  return entry?.[1] ?? null
}
