import { ASSIGNMENT_ACTS } from '../assignments/acts'
import { COHORT_ACTS } from '../cohorts/acts'
import { COMMUNITY_ACTS } from '../communities/acts'
import { COURSE_ACTS } from '../course-editing/acts'
import { COURSE_EXPORT_ACTS } from '../course-export/acts'
import { COURSE_IMPORT_ACTS } from '../course-import/acts'
import { JOB_ACTS } from '../due-work/acts'
import { EXERCISE_ACTS } from '../exercises/acts'
import { FILE_ACTS } from '../files/acts'
import { INBOX_ACTS } from '../inbox/acts'
import { INVITE_ACTS } from '../invites/acts'
import { MEMBER_ACTS } from '../members/acts'
import { NOTIFICATION_ACTS } from '../notifications/acts'
import { PURCHASE_ACTS } from '../purchases/acts'
import { QUESTION_ACTS } from '../questions/acts'
import type { Loaded } from '../records/named'
import type { Stale } from './reads'

interface Changing {
  /** The data that is stale after the act, or a function that returns it from the input and the answer. */
  changes: readonly Stale[] | ((input: never, answer: never) => readonly Stale[])
}

/**
 * The named acts that Refine's `custom` calls: changes of several rows, and changes for which there is a database
 * function instead of a verb of Refine. Each domain defines its own.
 */
export const ACTS = {
  ...ASSIGNMENT_ACTS,
  ...COHORT_ACTS,
  ...COMMUNITY_ACTS,
  ...COURSE_ACTS,
  ...COURSE_EXPORT_ACTS,
  ...COURSE_IMPORT_ACTS,
  ...JOB_ACTS,
  ...EXERCISE_ACTS,
  ...FILE_ACTS,
  ...INBOX_ACTS,
  ...INVITE_ACTS,
  ...MEMBER_ACTS,
  ...NOTIFICATION_ACTS,
  ...PURCHASE_ACTS,
  ...QUESTION_ACTS,
} satisfies Record<string, Changing>

type Acts = typeof ACTS
export type ActName = keyof Acts
export type ActInput<N extends ActName> = Parameters<Loaded<Acts[N]['load']>>[1]
export type ActAnswer<N extends ActName> = Awaited<ReturnType<Loaded<Acts[N]['load']>>>

/**
 * Returns the data that is stale after an act. `answer` is missing if the act failed; it may have been done
 * nevertheless.
 */
export function staleAfter<N extends ActName>(
  name: N,
  input: ActInput<N>,
  answer: ActAnswer<N> | undefined,
): readonly Stale[] {
  const { changes }: Changing = ACTS[name]
  return typeof changes === 'function' ? changes(input as never, answer as never) : changes
}
