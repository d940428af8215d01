export const FIELD_TYPES = [
  'text',
  'longtext',
  'int',
  'money',
  'bool',
  'date',
  'timestamptz',
  'url',
  'enum',
  'ref',
] as const

export type FieldType = (typeof FIELD_TYPES)[number]

/** One field of a resource, as it was asked for. */
export interface Field {
  /** What was typed: `code`, `course`. */
  name: string
  type: FieldType
  unique: boolean
  optional: boolean
  /** The values of an enum; none for other types. */
  values: readonly string[]
  /** The table that a ref leads to; empty for other types. */
  table: string
  /** The column: `code`, `course_id`, `price_cents`. */
  column: string
  /** What people read: `Starts at`. */
  label: string
}

/** Endings that a type gives its column, so that a reader of the table knows what it holds. */
const ENDINGS: { readonly [T in FieldType]?: string } = { ref: '_id', money: '_cents' }

export const columnOf = (name: string, type: FieldType) => `${name}${ENDINGS[type] ?? ''}`

/** Types of which a value may belong to one record alone. */
export const MAY_BE_UNIQUE: readonly FieldType[] = ['text', 'int', 'url', 'ref']

/** Types whose words are searched. */
const SEARCHED: readonly FieldType[] = ['text', 'longtext', 'url']

export const isSearched = ({ type }: Field) => SEARCHED.includes(type)

/** What a field may hold at most: the table refuses more, and the form says so before. */
export const LONGEST = { text: 200, longtext: 5000, url: 2000 } as const
