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

/** A field of a resource, as the command line describes it. */
export interface Field {
  /** The typed name, such as `code` or `course`. */
  name: string
  type: FieldType
  unique: boolean
  optional: boolean
  /** The values of an enum; empty for other types. */
  values: readonly string[]
  /** The table to which a ref points; empty for other types. */
  table: string
  /** The name of the column, such as `code`, `course_id` or `price_cents`. */
  column: string
  /** The label on screens, such as `Starts at`. */
  label: string
}

/** Suffixes of column names by type, so that a name such as `price_cents` shows what the column contains. */
const ENDINGS: { readonly [T in FieldType]?: string } = { ref: '_id', money: '_cents' }

export const columnOf = (name: string, type: FieldType) => `${name}${ENDINGS[type] ?? ''}`

/** Returns the name of the field in the form: the column's name, except for an amount, which is typed in dollars. */
export const formName = ({ name, column, type }: Field) => (type === 'money' ? name : column)

/** Types that may be unique. */
export const MAY_BE_UNIQUE: readonly FieldType[] = ['text', 'int', 'url', 'ref']

/** Types of columns that the search of the list covers. */
const SEARCHED: readonly FieldType[] = ['text', 'longtext', 'url']

export const isSearched = ({ type }: Field) => SEARCHED.includes(type)

/** Parameters that the address of every list has, so that no filter can have these names. */
const IN_ADDRESSES: readonly string[] = ['q', 'sort', 'page']

/** Returns whether the list has a filter by the field. */
export const isFilter = ({ type, name }: Field) => type === 'enum' && !IN_ADDRESSES.includes(name)

/** The most characters of a value, by type; the form and the table refuse more. */
export const LONGEST = { text: 200, longtext: 5000, url: 2000 } as const
