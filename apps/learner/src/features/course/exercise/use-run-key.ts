import { usePageKeys } from '@rookies/ui/keys/use-page-keys'

/**
 * Makes Ctrl+Enter run the tests anywhere on the page, except in fields and dialogs. The editor handles this key
 * itself.
 */
export function useRunKey(run: () => void): void {
  usePageKeys((event) => {
    const { target } = event
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented)
      return false
    if (document.querySelector('dialog[open]')) return false
    if (target instanceof Element && target.closest('input, textarea, select')) return false
    run()
    return true
  })
}
