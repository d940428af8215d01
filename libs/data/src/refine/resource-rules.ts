import type { Database } from '../database.gen'

type Tables = Database['public']['Tables']
type TableName = keyof Tables

interface Rules<T extends TableName> {
  /** Columns that a search (the filter field `q`) looks into. */
  search?: readonly (keyof Tables[T]['Row'] & string)[]
  /** The only field that can collide with another row, and what to say then. */
  unique?: { field: keyof Tables[T]['Row'] & string; message: string }
}

/** What Refine may address, and what the data provider has to know of each. */
const RULES: { readonly [T in TableName]?: Rules<T> } = {
  courses: {
    search: ['title', 'description'],
    unique: { field: 'slug', message: 'This slug is already in use' },
  },
  modules: {},
  lessons: {},
}

export interface ResourceRules {
  search?: readonly string[]
  unique?: { field: string; message: string }
}

/** The rules of a resource, or null when the back-office has no business with it. */
export function resourceRules(resource: string): ResourceRules | null {
  const entry = Object.entries(RULES).find(([name]) => name === resource)
  return entry?.[1] ?? null
}
