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
 * Sends a person whose session the server rejects back to sign in, and says why. The session is removed first;
 * otherwise the sign-in screen would redirect the person back here.
 */
export function RejectedSession({ why }: { why: FlashName }) {
  const client = useData()
  const queries = useQueryClient()
  const { mutate, isError, isPending } = useMutation({
    mutationFn: async () => {
      signOutDestination.to = loginPath(null)
      await signOut(client, queries)
      const { showFlashAlone } = await import('./show-flash')
      showFlashAlone(why)
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
