import { EditorView } from '@codemirror/view'

/** An editor in jsdom. */
export interface EditorInTest {
  text: () => string
  /** Replaces the text. If the new text ends with the old one, only the beginning is inserted. */
  type: (text: string) => void
  isReadOnly: () => boolean
  hasFocus: () => boolean
  /** The text of the marked lines. */
  marked: () => string[]
  /** The number of the character before the cursor. */
  cursor: () => number
  /** The element that receives key presses. */
  content: HTMLElement
}

/** Returns the editor in an element. Throws if there is none. */
export function editorIn(host: Element): EditorInTest {
  const shadows = [...host.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const content = shadows[0]?.querySelector<HTMLElement>('.cm-content')
  const view = content && EditorView.findFromDOM(content)
  if (!view) throw new Error('There is no editor.')
  return {
    text: () => view.state.doc.toString(),
    type: (text) => {
      const before = view.state.doc.toString()
      const kept = before !== '' && text.endsWith(before) ? before.length : 0
      view.dispatch({
        changes: { from: 0, to: before.length - kept, insert: text.slice(0, text.length - kept) },
      })
    },
    isReadOnly: () => view.state.readOnly,
    hasFocus: () => view.hasFocus,
    marked: () =>
      [...content.querySelectorAll('.cm-markedLine')].map((line) => line.textContent ?? ''),
    cursor: () => view.state.selection.main.head,
    content,
  }
}

/** Adds to jsdom the browser functions that the editor needs. */
export function prepareEditors(): void {
  // jsdom has no layout, but the editor measures it when it scrolls.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
  // The editor believes that jsdom is Safari, in which it reads the selection with this command.
  Object.assign(document, { execCommand: () => false })
}
