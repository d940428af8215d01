import { type Insertion, movedBy } from '@rookies/data/files/text-files'

/**
 * Puts something into a field as if it were typed, so that the form hears of it and, where the browser allows it, undoing
 * takes it out again. What is chosen in the field stays chosen, and what has the focus keeps it.
 */
export function writeIntoField(field: HTMLTextAreaElement, change: Insertion): void {
  const { selectionStart, selectionEnd, scrollTop } = field
  const { from, to, insert } = change
  if (document.activeElement !== field || !typedInto(field, change)) {
    field.setRangeText(insert, from, to, 'preserve')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(movedBy(selectionStart, change), movedBy(selectionEnd, change))
  field.scrollTop = scrollTop
}

/** Deprecated, and the only thing that undoing knows. */
function typedInto(field: HTMLTextAreaElement, { from, to, insert }: Insertion): boolean {
  if (typeof document.execCommand !== 'function') return false
  field.setSelectionRange(from, to)
  return insert === ''
    ? document.execCommand('delete')
    : document.execCommand('insertText', false, insert)
}
