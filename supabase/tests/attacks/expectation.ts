/** The possible results of a call for a person without a right to its subject. */
export type Ending =
  /** Error 42501, without an effect. */
  | 'refused'
  /** An empty answer: null, an empty list, zero. */
  | 'empty'
  /** An answer without data of other people. */
  | 'answers'
  /** Another refusal, by its code. */
  | `PT${number}`

export interface Expectation {
  args: Record<string, unknown>
  visitor: Ending
  member: Ending
  disabled: Ending
  /** The audit action that the call records about its caller; nothing else may change. */
  records?: string
}

const staffOnly = { visitor: 'refused', member: 'refused', disabled: 'refused' } as const

/** The call is refused to everybody without a right. */
export const people = (args: Record<string, unknown>) => ({ args, ...staffOnly })
/** Visitors are refused; members and disabled people end as given. */
export const forMembers = (args: Record<string, unknown>, member: Ending, disabled: Ending) => ({
  args,
  visitor: 'refused' as const,
  member,
  disabled,
})
/** Everybody gets an answer. */
export const forAll = (args: Record<string, unknown>) => ({
  args,
  visitor: 'answers' as const,
  member: 'answers' as const,
  disabled: 'answers' as const,
})
