/**
 * Puts text on the clipboard, within a press of the person. Throws where the browser refuses. A page that is not served
 * securely has no `navigator.clipboard`: there a field is copied from, beside what holds the focus, since a dialog lets
 * nothing outside itself be selected.
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
