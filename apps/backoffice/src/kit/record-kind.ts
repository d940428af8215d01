import type { Resource } from '@rookies/data/access/resources'
import type { RecordTexts } from '@rookies/data/records/record-texts'

/** Columns of every table. */
export interface PlainRecord {
  id: string
  created_at: string
  updated_at: string
}

/** What the shared screens need to know about a resource whose table they read directly. */
export interface RecordKind<T extends PlainRecord> {
  resource: Resource
  /** The columns to read, as PostgREST's `select`. */
  select: string
  texts: RecordTexts
  /** The name that people know a record by. */
  nameOf: (record: T) => string
}

/** Capitalizes each word: "Discount Code". */
export const titled = (text: string) =>
  text.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase())
