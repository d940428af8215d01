/**
 * Copies a text to the clipboard. It must be called while a click is handled. Throws if the browser refuses. Pages
 * without HTTPS have no `navigator.clipboard`, so the text is copied from a temporary field. The field is inside an
 * open dialog, because a modal dialog allows no selection outside.
 */
export async function copyText(text: string): Promise<void> {
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard) return clipboard.writeText(text)
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;opacity:0'
  const host = activeElement?.closest('dialog, [role="dialog"]') ?? document.body
  host.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
  if (!copied) throw new Error('not copied')
}
