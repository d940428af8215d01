import { DataError, toDataError } from '@rookies/data/errors'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
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
 * offline, the message says that instead. The toast goes with the next attempt, and with the form.
 */
export function useAttempt(say: (error: DataError) => string): Attempt {
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
  const { error, isPending, mutateAsync } = useMutation<void, DataError, () => Promise<void>>({
    mutationFn: async (work) => {
      try {
        await work()
      } catch (thrown) {
        const error = toDataError(thrown)
        throw new DataError({ code: error.code, message: isCutOff(error) ? OFFLINE : say(error) })
      }
    },
    onError: ({ message }) => replaceToast(showError(message)),
  })
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
