import { DataError, toDataError } from '@rookies/data/errors'
import { useMutation } from '@tanstack/react-query'
import { showError } from './toast-store'

interface Attempt {
  busy: boolean
  /** Why the last attempt failed; null from the start of the next one. */
  refusal: { code: string; message: string } | null
  /** Runs the work unless an attempt is under way. Resolves to whether it succeeded. */
  attempt: (work: () => Promise<void>) => Promise<boolean>
}

const OFFLINE = 'You are offline. Please try again when the connection returns.'

/** Returns whether a request got no answer because the browser is offline. */
function isCutOff(error: DataError): boolean {
  return error.code === 'NETWORK' && !navigator.onLine
}

/**
 * Runs a request that the server may refuse, and shows the reason at the form and in a toast. If the browser is
 * offline, the message says that instead.
 */
export function useAttempt(say: (error: DataError) => string): Attempt {
  const { error, isPending, mutateAsync } = useMutation<void, DataError, () => Promise<void>>({
    mutationFn: async (work) => {
      try {
        await work()
      } catch (thrown) {
        const error = toDataError(thrown)
        throw new DataError({ code: error.code, message: isCutOff(error) ? OFFLINE : say(error) })
      }
    },
    onError: ({ message }) => showError(message),
  })
  const attempt = async (work: () => Promise<void>) => {
    if (isPending) return false
    return mutateAsync(work).then(
      () => true,
      () => false,
    )
  }
  return { busy: isPending, refusal: error, attempt }
}
