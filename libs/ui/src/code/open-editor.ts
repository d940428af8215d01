import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'

export interface EditorHandle {
  /** Replaces the text, for example with one from another device. */
  show: (value: string) => void
  name: (label: string) => void
  speak: (language: Extension) => void
  close: () => void
}

/** Opens an editor in a shadow root. */
export function openEditor(
  root: ShadowRoot,
  { value, onChange }: { value: string; onChange: (value: string) => void },
): EditorHandle {
  const language = new Compartment()
  const label = new Compartment()
  let showing = false
  const view = new EditorView({
    root,
    parent: root,
    doc: value,
    extensions: [
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      indentOnInput(),
      bracketMatching(),
      EditorView.lineWrapping,
      EditorState.tabSize.of(2),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      language.of([]),
      label.of([]),
      look,
      syntaxHighlighting(colours),
      EditorView.contentAttributes.of({
        autocapitalize: 'off',
        autocorrect: 'off',
        spellcheck: 'false',
        dir: 'ltr',
      }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged && !showing) onChange(state.doc.toString())
      }),
    ],
  })
  return {
    show: (next) => {
      if (next === view.state.doc.toString()) return
      showing = true
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
      showing = false
    },
    name: (text) =>
      view.dispatch({
        effects: label.reconfigure(EditorView.contentAttributes.of({ 'aria-label': text })),
      }),
    speak: (extension) => view.dispatch({ effects: language.reconfigure(extension) }),
    close: () => view.destroy(),
  }
}

/** Uses the page's colours, because custom properties are inherited into the shadow root. */
const look = EditorView.theme({
  '&': {
    minBlockSize: '12rem',
    maxBlockSize: '32rem',
    border: '1px solid var(--color-border-strong)',
    borderRadius: 'var(--radius-m)',
    background: 'var(--color-surface-raised)',
    color: 'var(--color-text)',
    fontSize: '0.875rem',
  },
  '&.cm-focused': { outline: '2px solid var(--color-accent)', outlineOffset: '1px' },
  '.cm-scroller': {
    overflow: 'auto',
    minBlockSize: '12rem',
    fontFamily: '"JetBrains Mono", var(--font-mono)',
    lineHeight: '1.65',
  },
  '.cm-content': { paddingBlock: '0.5rem', caretColor: 'var(--color-text)' },
  '.cm-gutters': {
    border: '0',
    borderRadius: 'var(--radius-m) 0 0 var(--radius-m)',
    background: 'var(--color-surface-sunken)',
    color: 'var(--color-text-muted)',
  },
  '.cm-activeLine, .cm-activeLineGutter': {
    background: 'color-mix(in srgb, var(--color-accent) 8%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': {
    background: 'color-mix(in srgb, var(--color-accent) 25%, transparent)',
  },
  // Phones zoom in when a field has text smaller than 16 pixels.
  '@media (pointer: coarse)': { '&': { fontSize: '1rem' } },
})

const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.meta], color: 'var(--code-comment)' },
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.tagName],
    color: 'var(--code-keyword)',
  },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--code-string)' },
  {
    tag: [tags.number, tags.bool, tags.null, tags.atom, tags.attributeName],
    color: 'var(--code-number)',
  },
  {
    tag: [
      tags.function(tags.variableName),
      tags.definition(tags.variableName),
      tags.typeName,
      tags.className,
      tags.heading,
    ],
    color: 'var(--code-title)',
  },
])
