import { DataError, toDataError } from '@rookies/data/errors'
import { useMutation } from '@tanstack/react-query'
import { showError } from './toast-store'

interface Attempt {
  busy: boolean
  /** Why the last attempt failed, until the next one. */
  refusal: { code: string; message: string } | null
  /** Does the work unless some is under way. Out: whether it succeeded. */
  attempt: (work: () => Promise<void>) => Promise<boolean>
}

const OFFLINE = 'You are offline. Please try again when the connection returns.'

/** No answer came, and the browser knows why. */
function isCutOff(error: DataError): boolean {
  return error.code === 'NETWORK' && !navigator.onLine
}

/**
 * Tries something that the server may refuse, and says why: beside the form and in a toast. Without a
 * connection it says just that, whatever was tried.
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
