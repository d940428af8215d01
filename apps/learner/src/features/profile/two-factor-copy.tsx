import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button'
import { showError } from '../../ui/toast-store'

/** How long it says that it has copied (rules/interface#copied). */
const COPIED_MS = 2000

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      showError('This could not be copied. Please select the text and copy it yourself.')
    }
  }

  return (
    <Button small onClick={copy}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span role="status">{copied ? 'Copied!' : label}</span>
    </Button>
  )
}
