import { DataError, isTransient, toDataError } from '@rookies/data/errors'
import { untilAnswer } from '@rookies/data/outage/until-answer'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useData } from '../shared/data-context'
import { dismissToast, showError, showToast, type Toast } from './toast-store'

interface Attempt {
  busy: boolean
  /** Why the last attempt failed; null from the start of the next one. */
  refusal: { code: string; message: string } | null
  /** Runs the work unless an attempt is under way. Resolves to whether it succeeded. */
  attempt: (work: () => Promise<void>) => Promise<boolean>
  /** Shows an error that was found before anything was sent. */
  warn: (toast: Pick<Toast, 'title' | 'message'>) => void
}

const OFFLINE = 'You are offline. Please try again when the connection returns.'

/** Returns whether a request got no answer because the browser is offline. */
function isCutOff(error: DataError): boolean {
  return error.code === 'NETWORK' && !navigator.onLine
}

/**
 * Runs a request that the server may refuse, and shows the reason at the form and in a toast. If the browser is
 * offline, the message says that instead. The toast goes with the next attempt, and with the form. If no answer came,
 * both go when the server answers again.
 */
export function useAttempt(say: (error: DataError) => string): Attempt {
  const client = useData()
  const toast = useRef<number | null>(null)
  const replaceToast = (next: number | null) => {
    if (toast.current !== null) dismissToast(toast.current)
    toast.current = next
  }
  useEffect(
    () => () => {
      if (toast.current !== null) dismissToast(toast.current)
    },
    [],
  )
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
        const message = isCutOff(error) ? OFFLINE : say(error)
        throw new DataError({ code: error.code, status: error.status, message })
      }
    },
    onError: ({ message }) => replaceToast(showError(message)),
  })
  useEffect(() => {
    if (!error || !isTransient(error)) return
    const over = new AbortController()
    void untilAnswer(client, over.signal).then((wasOut) => {
      if (!wasOut) return
      if (toast.current !== null) dismissToast(toast.current)
      reset()
    })
    return () => over.abort()
  }, [client, error, reset])
  const attempt = async (work: () => Promise<void>) => {
    if (isPending) return false
    replaceToast(null)
    return mutateAsync(work).then(
      () => true,
      () => false,
    )
  }
  const warn: Attempt['warn'] = (shown) => replaceToast(showToast({ tone: 'error', ...shown }))
  return { busy: isPending, refusal: error, attempt, warn }
}
