import { type DataError, toDataError } from '@rookies/data/errors'
import { useState } from 'react'
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
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Attempt['refusal']>(null)

  const attempt = async (work: () => Promise<void>) => {
    if (busy) return false
    setBusy(true)
    setRefusal(null)
    try {
      await work()
      return true
    } catch (thrown) {
      const error = toDataError(thrown)
      const message = isCutOff(error) ? OFFLINE : say(error)
      setRefusal({ code: error.code, message })
      showError(message)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, attempt }
}
