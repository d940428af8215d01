import { DataError, toDataError } from '@rookies/data/errors'
import { linkMessage } from '@rookies/data/session/auth-message'
import { clearCallback, pendingCallback } from '@rookies/data/session/pending-callback'
import { exchangeCode } from '@rookies/data/session/sign-in'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useData } from '../../shared/data-context'

/**
 * Signs in a person who opened the link of a sign-in mail (`/login?code=…`). Returns whether the sign-in is under
 * way, and the message if it failed.
 */
export function useLinkSignIn(): { busy: boolean; problem: string | null } {
  const client = useData()
  const queries = useQueryClient()
  const [callback] = useState(pendingCallback)
  const begun = useRef(false)
  const { mutate, error, isIdle, isPending } = useMutation({
    mutationFn: (code: string) => exchangeCode(client, queries, code),
  })

  useEffect(() => {
    clearCallback()
    if (callback?.kind !== 'code' || begun.current) return
    begun.current = true
    mutate(callback.code)
  }, [callback, mutate])

  const refused = callback?.kind === 'refused' ? new DataError({ code: 'LINK_REFUSED' }) : null
  const failure = error ?? refused
  return {
    busy: callback?.kind === 'code' && (isIdle || isPending),
    problem: failure && linkMessage(toDataError(failure)),
  }
}
