import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import {
  Compartment,
  EditorState,
  type Extension,
  Prec,
  RangeSet,
  StateField,
} from '@codemirror/state'
import {
  Decoration,
  EditorView,
  GutterMarker,
  gutterLineClass,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'

export interface EditorHandle {
  /** Replaces the text, for example with a text from another device. */
  show: (value: string) => void
  name: (label: string) => void
  speak: (language: Extension) => void
  /** Marks lines, counted from 1. They move with their text. */
  mark: (lines: readonly number[]) => void
  /** Moves the focus and the cursor to a place, counted from 1, and scrolls it into view. */
  goTo: (place: EditorPlace) => void
  close: () => void
}

export interface EditorPlace {
  line: number
  column?: number | undefined
}

interface EditorParts {
  value: string
  readOnly: boolean
  onChange: (value: string) => void
  /** Called on Ctrl+Enter, or Command+Enter on a Mac. Returns whether it handled the key. */
  onRun: () => boolean
}

/** Opens an editor in a shadow root. */
export function openEditor(
  root: ShadowRoot,
  { value, readOnly, onChange, onRun }: EditorParts,
): EditorHandle {
  const language = new Compartment()
  const label = new Compartment()
  const marks = new Compartment()
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
      EditorState.readOnly.of(readOnly),
      // Without this, the default keymap would insert a line.
      Prec.high(keymap.of([{ key: 'Mod-Enter', run: onRun }])),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      language.of([]),
      label.of([]),
      marks.of([]),
      look,
      syntaxHighlighting(colours),
      EditorView.contentAttributes.of({
        autocapitalize: 'off',
        autocorrect: 'off',
        spellcheck: 'false',
        dir: 'ltr',
        // Adds an attribute for accessibility checkers: the keyboard can already scroll the code.
        tabindex: '0',
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
    mark: (lines) => view.dispatch({ effects: marks.reconfigure(markedLines(view.state, lines)) }),
    goTo: ({ line, column = 1 }) => {
      const { from, length } = view.state.doc.line(clamp(line, view.state.doc.lines))
      const anchor = from + Math.min(Math.max(column, 1) - 1, length)
      view.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      })
      view.focus()
    },
    close: () => view.destroy(),
  }
}

const clamp = (line: number, last: number) => Math.min(Math.max(Math.trunc(line), 1), last)

class MarkedNumber extends GutterMarker {
  override elementClass = 'cm-markedNumber'
}

const markedLine = Decoration.line({ class: 'cm-markedLine' })
const markedNumber = new MarkedNumber()

/** Returns an extension that marks lines. The marks move with the text; lines that do not exist are left out. */
function markedLines({ doc }: EditorState, lines: readonly number[]): Extension {
  const starts = [...new Set(lines)]
    .filter((line) => line >= 1 && line <= doc.lines)
    .map((line) => doc.line(line).from)
  const field = StateField.define({
    create: () => ({
      lines: RangeSet.of(
        starts.map((at) => markedLine.range(at)),
        true,
      ),
      numbers: RangeSet.of(
        starts.map((at) => markedNumber.range(at)),
        true,
      ),
    }),
    update: (marked, { docChanged, changes }) =>
      docChanged
        ? { lines: marked.lines.map(changes), numbers: marked.numbers.map(changes) }
        : marked,
    provide: (own) => [
      EditorView.decorations.from(own, (marked) => marked.lines),
      gutterLineClass.from(own, (marked) => marked.numbers),
    ],
  })
  return field
}

/** The page's colours apply here too, because custom properties are inherited into the shadow root. */
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
    fontFamily: 'var(--font-code, var(--font-mono))',
    lineHeight: '1.65',
  },
  '.cm-content': { paddingBlock: '0.5rem', caretColor: 'var(--color-text)' },
  '.cm-gutters': {
    // The line numbers are as high as the editor, which can be higher than its text.
    alignSelf: 'stretch',
    blockSize: 'auto',
    border: '0',
    borderRadius: 'var(--radius-m) 0 0 var(--radius-m)',
    background: 'var(--color-surface-sunken)',
    color: 'var(--color-text-muted)',
  },
  '.cm-lineNumbers .cm-gutterElement': { paddingInline: '0.5rem 0.375rem' },
  '.cm-activeLine, .cm-activeLineGutter': {
    background: 'color-mix(in srgb, var(--color-accent) 8%, transparent)',
  },
  '.cm-markedLine': {
    background: 'var(--color-danger-soft)',
    boxShadow: 'inset 3px 0 var(--color-danger)',
  },
  '.cm-markedNumber': { color: 'var(--color-danger)', fontWeight: 'var(--weight-bold)' },
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
