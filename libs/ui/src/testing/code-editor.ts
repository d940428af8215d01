import { EditorView } from '@codemirror/view'

/** An editor in jsdom. */
export interface EditorInTest {
  text: () => string
  /** Replaces the text, or writes before it if the new text ends with it. */
  type: (text: string) => void
  isReadOnly: () => boolean
  hasFocus: () => boolean
  /** The text of the marked lines. */
  marked: () => string[]
  /** The number of the character before the cursor. */
  cursor: () => number
  /** Where keys are pressed. */
  content: HTMLElement
}

/** Returns the editor in an element. Throws while there is none. */
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

/** Gives jsdom what the editor needs of a browser. */
export function prepareEditors(): void {
  // jsdom does no layout, which the editor measures when it scrolls.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
  // The editor takes jsdom for Safari, and reads the selection there by this command.
  Object.assign(document, { execCommand: () => false })
}
