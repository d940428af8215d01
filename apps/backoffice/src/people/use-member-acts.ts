import { useInvalidate } from '@refinedev/core'
import type { Role } from '@rookies/data/access/roles'
import { dashboardKeys } from '@rookies/data/dashboard/keys'
import { toDataError } from '@rookies/data/errors'
import type { Member } from '@rookies/data/members/member-list'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { setDisabled } from '@rookies/data/members/set-disabled'
import { setRole } from '@rookies/data/members/set-role'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useBackend } from '../app/backend'
import { useToasts } from '../app/toasts'

/** Something that is about to be done to somebody, and is asked about first. */
export type MemberQuestion =
  | { kind: 'role'; member: Member; role: Role }
  | { kind: 'disable' | 'enable'; member: Member }

/** Roles and accounts: asks first, does it, and says how it went. */
export function useMemberActs() {
  const { client, queries } = useBackend()
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const [asked, ask] = useState<MemberQuestion | null>(null)

  const act = useMutation({
    mutationFn: (question: MemberQuestion) =>
      question.kind === 'role'
        ? setRole(client, question.member.id, question.role)
        : setDisabled(client, question.member.id, question.kind === 'disable'),
    onSuccess: (_, { kind }) =>
      toasts.succeeded(
        kind === 'role'
          ? MEMBER_TOASTS.roleSaved
          : kind === 'disable'
            ? MEMBER_TOASTS.disabled
            : MEMBER_TOASTS.enabled,
      ),
    onError: (error, { kind }) => {
      // A refusal of ours says more than that it failed: the last administrator, one's own account.
      const { hint, message } = toDataError(error)
      const failed = kind === 'role' ? MEMBER_TOASTS.roleFailed : MEMBER_TOASTS.stateFailed
      toasts.failed(hint ? { title: 'Error', text: message } : failed)
    },
    onSettled: async (_, __, question) => {
      await Promise.all([
        invalidate({ resource: 'profiles', invalidates: ['list'] }),
        queries.invalidateQueries({ queryKey: dashboardKeys.all }),
      ])
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
