import { DataError, isTransient, toDataError } from '@rookies/data/errors'
import { untilAnswer } from '@rookies/data/outage/until-answer'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useData } from '../shared/data-context'

interface Attempt {
  busy: boolean
  /** Why the last attempt failed; null from the start of the next one. */
  refusal: { code: string; message: string } | null
  /** Runs `work` unless an attempt is in progress. Resolves to whether it succeeded. */
  attempt: (work: () => Promise<void>) => Promise<boolean>
}

const OFFLINE = 'You are offline. Please try again when the connection returns.'

/** Returns whether a request got no answer because the browser is offline. */
function isOfflineFailure(error: DataError): boolean {
  return error.code === 'NETWORK' && !navigator.onLine
}

/**
 * Runs a request that the server may refuse, and returns the reason, which the form shows (rules/interface#messages).
 * If the browser is offline, the message says that instead. The message disappears at the next attempt and, if the
 * server did not answer, once it answers again.
 */
export function useAttempt(messageOf: (error: DataError) => string): Attempt {
  const client = useData()
  const { error, isPending, mutateAsync, reset } = useMutation<
    void,
    DataError,
    () => Promise<void>
  >({
    mutationFn: async (work) => {
      try {
        await work()
      } catch (thrown) {
        const error = toDataError(thrown)
        const message = isOfflineFailure(error) ? OFFLINE : messageOf(error)
        throw new DataError({ code: error.code, status: error.status, message })
      }
    },
  })
  useEffect(() => {
    if (!error || !isTransient(error)) return
    const over = new AbortController()
    void untilAnswer(client, over.signal).then((wasOut) => {
      if (wasOut) reset()
    })
    return () => over.abort()
  }, [client, error, reset])
  const attempt = async (work: () => Promise<void>) => {
    if (isPending) return false
    return mutateAsync(work).then(
      () => true,
      () => false,
    )
  }
  return { busy: isPending, refusal: error, attempt }
}
