import { type Insertion, movedBy } from '@rookies/data/files/text-files'

/**
 * Inserts text into a field as if a person typed it: the form receives the change and, where the browser supports it,
 * undo removes the text. Selection and focus are kept.
 */
export function writeIntoField(field: HTMLTextAreaElement, change: Insertion): void {
  const { selectionStart, selectionEnd, scrollTop } = field
  const { from, to, insert } = change
  if (document.activeElement !== field || !insertAsTyped(field, change)) {
    field.setRangeText(insert, from, to, 'preserve')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(movedBy(selectionStart, change), movedBy(selectionEnd, change))
  field.scrollTop = scrollTop
}

/** Inserts text by `execCommand`, which is deprecated, but the only way to add to the browser's undo history. */
function insertAsTyped(field: HTMLTextAreaElement, { from, to, insert }: Insertion): boolean {
  if (typeof document.execCommand !== 'function') return false
  field.setSelectionRange(from, to)
  return insert === ''
    ? document.execCommand('delete')
    : document.execCommand('insertText', false, insert)
}
