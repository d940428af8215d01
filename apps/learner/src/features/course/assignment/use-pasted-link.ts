import { externalLink } from '@rookies/data/links/external-link'
import { useEffect, useEffectEvent } from 'react'

/** Offers a link that is pasted while no field has the focus to `take`, which returns whether it took the link. */
export function usePastedLink(take: (link: string) => boolean): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { target } = event
    const isField =
      target instanceof Element && target.closest('input, textarea, [contenteditable]')
    const link = event.clipboardData?.getData('text/plain').trim() ?? ''
    if (event.defaultPrevented || isField || !externalLink(link)) return
    if (take(link)) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
