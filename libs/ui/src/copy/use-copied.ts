import { copyText } from '@rookies/data/device/copy-text'
import { useEffect, useState } from 'react'

/** Milliseconds for which the button confirms the copy (rules/interface#copied). */
const SHOWN_FOR_MS = 2000

/** Copies a text. `copied` says for two seconds whether that succeeded, and is null otherwise. */
export function useCopied() {
  const [outcome, setOutcome] = useState<{ copied: boolean } | null>(null)

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = (text: string) =>
    copyText(text).then(
      () => setOutcome({ copied: true }),
      () => setOutcome({ copied: false }),
    )
  return { copy, copied: outcome?.copied ?? null }
}
