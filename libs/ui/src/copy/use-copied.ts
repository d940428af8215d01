import { copyText } from '@rookies/data/device/copy-text'
import { useEffect, useState } from 'react'

/** How long the button says so (rules/interface#copied). */
const SAYS_SO_MS = 2000

/** Copies text; for two seconds `copied` says whether that went well, before and after it is null. */
export function useCopied() {
  const [outcome, setOutcome] = useState<{ copied: boolean } | null>(null)

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), SAYS_SO_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = (text: string) =>
    copyText(text).then(
      () => setOutcome({ copied: true }),
      () => setOutcome({ copied: false }),
    )
  return { copy, copied: outcome?.copied ?? null }
}
