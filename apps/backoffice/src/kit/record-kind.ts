import type { Resource } from '@rookies/data/access/resources'
import type { RecordTexts } from '@rookies/data/records/record-texts'

/** What every table has. */
export interface PlainRecord {
  id: string
  created_at: string
  updated_at: string
}

/** What the shared screens have to know of a resource that a plain table answers for. */
export interface RecordKind<T extends PlainRecord> {
  resource: Resource
  /** What is read of each, in PostgREST's words. */
  select: string
  texts: RecordTexts
  /** What people call this one. */
  nameOf: (record: T) => string
}

/** "Coupon": the beginning of a title or a button. */
export const titled = (words: string) =>
  words.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase())
