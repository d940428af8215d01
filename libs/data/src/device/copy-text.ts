/**
 * Copies text to the clipboard; must be called while a press is handled. Throws if the browser refuses. A page that is
 * not served over HTTPS has no `navigator.clipboard`; the text is then copied from a temporary field. In a dialog the
 * field must be inside of it, because a modal dialog allows no selection elsewhere.
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
