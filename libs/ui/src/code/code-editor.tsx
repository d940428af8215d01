import { useEffect, useEffectEvent, useRef } from 'react'
import '../markdown/code-colours.css'
import styles from './code-editor.module.css'
import { type EditorHandle, type EditorPlace, openEditor } from './open-editor'

export interface CodeEditorProps {
  /** The accessible name. */
  label: string
  /** The name of the file; its extension decides the language. */
  name: string
  value: string
  /** Without it the text cannot be changed. It stays the same kind for the life of the editor. */
  onChange?: (value: string) => void
  /** Called on Ctrl+Enter, or Command+Enter on a Mac. */
  onRun?: (() => void) | undefined
  /** The lines that are marked, counted from 1. The editor replaces the marks if the array is another one. */
  marks?: readonly number[] | undefined
  /** The place to which the focus and the cursor move. Another object moves them again. */
  at?: EditorPlace | undefined
}

const NO_MARKS: readonly number[] = []

/**
 * An editor for code. It is in a shadow root, because the portal's Content Security Policy forbids the style elements
 * that it would add to the page. Tab indents; Escape and then Tab leaves it.
 */
export function CodeEditor({
  label,
  name,
  value,
  onChange,
  onRun,
  marks = NO_MARKS,
  at,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorHandle | null>(null)
  // What was written here and has not come back as the value. While a person types quickly, the value is behind.
  const written = useRef<string[]>([])
  const changed = useEffectEvent((text: string) => {
    written.current.push(text)
    onChange?.(text)
  })
  const runs = useEffectEvent(() => {
    onRun?.()
    return onRun !== undefined
  })
  const begin = useEffectEvent((root: ShadowRoot) =>
    openEditor(root, {
      value,
      readOnly: onChange === undefined,
      onChange: (text) => changed(text),
      onRun: () => runs(),
    }),
  )

  useEffect(() => {
    const element = host.current
    if (!element) return
    editor.current = begin(element.shadowRoot ?? element.attachShadow({ mode: 'open' }))
    // To the page, an event in the shadow root seems to come from its host, so a letter would be a shortcut.
    const keep = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    }
    const keepPaste = (event: ClipboardEvent) => event.stopPropagation()
    element.addEventListener('keydown', keep)
    element.addEventListener('paste', keepPaste)
    return () => {
      element.removeEventListener('keydown', keep)
      element.removeEventListener('paste', keepPaste)
      editor.current?.close()
      editor.current = null
    }
  }, [])
  useEffect(() => {
    const at = written.current.lastIndexOf(value)
    const isBehind = at >= 0 && at < written.current.length - 1
    written.current.splice(0, isBehind ? at + 1 : written.current.length)
    if (!isBehind) editor.current?.show(value)
  }, [value])
  useEffect(() => editor.current?.name(label), [label])
  useEffect(() => editor.current?.mark(marks), [marks])
  useEffect(() => {
    if (at) editor.current?.goTo(at)
  }, [at])
  useEffect(() => {
    let gone = false
    void languageOf(name).then((language) => {
      if (!gone) editor.current?.speak(language)
    })
    return () => {
      gone = true
    }
  }, [name])

  return <div ref={host} className={`code-colours ${styles.editor}`} />
}

/** Loads the language of a file. Without one, or without a connection, the text has no colours. */
async function languageOf(name: string) {
  const { loadLanguage } = await import('./languages')
  return loadLanguage(name).catch(() => [])
}
