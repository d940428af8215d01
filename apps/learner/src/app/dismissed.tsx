import type { FlashName } from '@rookies/data/session/flash'
import { loginPath } from '@rookies/data/session/return-path'
import { signOut } from '@rookies/data/session/sign-out'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useData } from '../shared/data-context'
import { SessionUnknown } from '../shared/session-unknown'
import { signOutDestination } from '../shared/sign-out-destination'
import { Spinner } from '../ui/spinner'

/**
 * Takes a person who gets nowhere with this session back to sign in, and says why. The session is put
 * away first, or the sign-in screen would send them back here.
 */
export function Dismissed({ why }: { why: FlashName }) {
  const client = useData()
  const queries = useQueryClient()
  const { mutate, isError, isPending } = useMutation({
    mutationFn: async () => {
      signOutDestination.to = loginPath(null)
      await signOut(client, queries)
      const { sayWhy } = await import('./show-flash')
      sayWhy(why)
    },
  })
  useEffect(() => mutate(), [mutate])

  return isError ? (
    <SessionUnknown busy={isPending} retry={mutate} />
  ) : (
    <main>
      <Spinner label="Verifying authentication..." />
    </main>
  )
}
