import { DataError, toDataError } from '@rookies/data/errors'
import { linkMessage } from '@rookies/data/session/auth-message'
import { exchangeCode } from '@rookies/data/session/exchange-code'
import { clearCallback, pendingCallback } from '@rookies/data/session/pending-callback'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useData } from '../../shared/data-context'

/**
 * Signs in whoever comes back from a mail's link (`/login?code=…`). Out: whether that is still under
 * way, and what to say when it failed.
 */
export function useLinkSignIn(): { busy: boolean; problem: string | null } {
  const client = useData()
  const queries = useQueryClient()
  const [callback] = useState(pendingCallback)
  const [busy, setBusy] = useState(callback?.kind === 'code')
  const [problem, setProblem] = useState(
    callback?.kind === 'refused' ? linkMessage(new DataError({ code: 'LINK_REFUSED' })) : null,
  )
  const begun = useRef(false)

  useEffect(() => {
    clearCallback()
    if (callback?.kind !== 'code' || begun.current) return
    begun.current = true
    exchangeCode(client, queries, callback.code)
      .catch((thrown: unknown) => setProblem(linkMessage(toDataError(thrown))))
      .finally(() => setBusy(false))
  }, [callback, client, queries])

  return { busy, problem }
}
