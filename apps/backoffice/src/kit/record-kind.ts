import type { Resource } from '@rookies/data/access/resources'
import type { RecordMessages } from '@rookies/data/records/record-messages'
import type { LucideIcon } from 'lucide-react'

/** What the shared screens need to know about a resource. */
export interface RecordKind<T extends { id: string }> {
  resource: Resource
  /** The columns to read, as PostgREST's `select`; left out if a function of the database reads the record. */
  select?: string
  texts: RecordMessages
  /** The name that people know a record by. */
  nameOf: (record: T) => string
  /** The sign of a missing record, and why there may be none. */
  missing?: { icon: LucideIcon; sentence: string }
}

/** Capitalizes each word: "Discount Code". */
export const titled = (text: string) =>
  text.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase())
