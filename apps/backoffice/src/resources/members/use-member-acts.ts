import { useInvalidate } from '@refinedev/core'
import type { Role } from '@rookies/data/access/roles'
import type { Member } from '@rookies/data/members/member-list'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { useCallback, useState } from 'react'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'

/** An action on a person that is confirmed first. */
export type MemberQuestion =
  | { kind: 'role'; member: Member; role: Role }
  | { kind: 'disable' | 'enable' | 'factors'; member: Member }

/** What is said of each when it is done, and when it failed. */
const TOASTS = {
  role: { done: MEMBER_TOASTS.roleSaved, failed: MEMBER_TOASTS.roleFailed },
  disable: { done: MEMBER_TOASTS.disabled, failed: MEMBER_TOASTS.stateFailed },
  enable: { done: MEMBER_TOASTS.enabled, failed: MEMBER_TOASTS.stateFailed },
  factors: { done: MEMBER_TOASTS.factorsReset, failed: MEMBER_TOASTS.factorsFailed },
} as const satisfies Record<MemberQuestion['kind'], object>

/** Roles and accounts: asks first, does it, and says how it went. In: what else is read again then. */
export function useMemberActs(changed?: () => Promise<void>) {
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const [asked, ask] = useState<MemberQuestion | null>(null)

  const act = useAct({
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
    onSuccess: (_, { kind }) => toasts.succeeded(TOASTS[kind].done),
    onError: ({ hint, message }, { kind }) => {
      // A refusal of ours says more than that it failed: the last administrator, one's own account.
      toasts.failed(hint ? { title: 'Error', text: message } : TOASTS[kind].failed)
    },
    onSettled: async (question) => {
      await Promise.all([invalidate({ resource: 'profiles', invalidates: ['list'] }), changed?.()])
      // By now another question may stand where this one stood.
      ask((now) => (now === question ? null : now))
    },
  })

  const confirm = () => {
    if (asked) act.mutate(asked)
  }
  const close = useCallback(() => ask(null), [])
  return { asked, ask, confirm, close, busy: act.isPending }
}
