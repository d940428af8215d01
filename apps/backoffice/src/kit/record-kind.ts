import type { Resource } from '@rookies/data/access/resources'
import type { RecordMessages } from '@rookies/data/records/record-messages'
import type { LucideIcon } from 'lucide-react'

/** Facts about a resource that `OneRecord` and `DeleteRecord` need. */
export interface RecordKind<T extends { id: string }> {
  resource: Resource
  /** The columns to read, as PostgREST's `select`; left out if a function of the database reads the record. */
  select?: string
  texts: RecordMessages
  /** Returns the name of a record. */
  nameOf: (record: T) => string
  /** Shown if the record does not exist: an icon, and a sentence that says why. */
  missing?: { icon: LucideIcon; sentence: string }
}

/** Capitalizes each word: `discount code` becomes `Discount Code`. */
export const titled = (text: string) =>
  text.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase())
