import { usePageKeys } from '@rookies/ui/keys/use-page-keys'

/** Ctrl+Enter runs the tests from everywhere on the page, except from fields and dialogs. The editor has its own key. */
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
