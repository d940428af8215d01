import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { useCopied } from '@rookies/ui/copy/use-copied'
import { Check, Copy } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from './button'
import { showError } from './toast-store'

/** Copies a text to the clipboard, and says so. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const { copy, copied } = useCopied()

  useEffect(() => {
    if (copied === false) {
      showError('This could not be copied. Please select the text and copy it yourself.')
    }
  }, [copied])

  return (
    <>
      <Button small onClick={() => void copy(text)}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {copied ? 'Copied!' : label}
      </Button>
      <VisuallyHidden>
        <span role="status">{copied && 'Copied!'}</span>
      </VisuallyHidden>
    </>
  )
}
