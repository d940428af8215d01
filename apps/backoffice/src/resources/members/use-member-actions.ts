import type { Role } from '@rookies/data/access/roles'
import { MEMBER_MESSAGES, type Member } from '@rookies/data/members/member-list'
import { useConfirmedAct } from '../../kit/use-confirmed-act'

/** An action on a person that the reader has to confirm first. */
export type MemberQuestion =
  | { kind: 'role'; member: Member; role: Role }
  | { kind: 'disable' | 'enable' | 'factors'; member: Member }

/** Toasts of each action, for success and failure. */
const TOASTS = {
  role: { done: MEMBER_MESSAGES.roleSaved, failed: MEMBER_MESSAGES.roleFailed },
  disable: { done: MEMBER_MESSAGES.disabled, failed: MEMBER_MESSAGES.stateFailed },
  enable: { done: MEMBER_MESSAGES.enabled, failed: MEMBER_MESSAGES.stateFailed },
  factors: { done: MEMBER_MESSAGES.factorsReset, failed: MEMBER_MESSAGES.factorsFailed },
} as const satisfies Record<MemberQuestion['kind'], object>

/** Returns functions that change roles and accounts after a question. */
export function useMemberActions() {
  return useConfirmedAct({
    act: (question: MemberQuestion) => {
      const input = { id: question.member.id }
      switch (question.kind) {
        case 'role':
          return { name: 'profiles/set_role', input: { ...input, role: question.role } }
        case 'factors':
          return { name: 'profiles/reset_factors', input }
        case 'disable':
          return { name: 'profiles/disable', input }
        case 'enable':
          return { name: 'profiles/enable', input }
      }
    },
    done: ({ kind }) => TOASTS[kind].done,
    // The database explains some refusals itself, for example for the last administrator or the reader's own account.
    failed: ({ kind }) => TOASTS[kind].failed,
  })
}
