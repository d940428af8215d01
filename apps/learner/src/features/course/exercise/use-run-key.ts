import { useEffect, useEffectEvent } from 'react'

/** Ctrl+Enter runs the tests from everywhere on the page, except from fields and dialogs. The editor has its own key. */
export function useRunKey(run: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    if (document.querySelector('dialog[open]')) return
    if (target instanceof Element && target.closest('input, textarea, select')) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
