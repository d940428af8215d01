import { type DataError, toDataError } from '@rookies/data/errors'
import { useState } from 'react'
import { showError } from '../../ui/toast-store'

interface Attempt {
  busy: boolean
  /** Why the last attempt failed, until the next one. */
  refusal: { code: string; message: string } | null
  /** Does the work unless some is under way. Out: whether it succeeded. */
  attempt: (work: () => Promise<void>) => Promise<boolean>
}

/** Tries something that the server may refuse, and says why: beside the form and in a toast. */
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
      const message = say(error)
      setRefusal({ code: error.code, message })
      showError(message)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, attempt }
}
