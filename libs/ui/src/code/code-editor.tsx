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
  /** Without it the editor is read-only. An editor cannot change between both. */
  onChange?: (value: string) => void
  /** Called on Ctrl+Enter, or Command+Enter on a Mac. */
  onRun?: (() => void) | undefined
  /** The lines that are marked, counted from 1. Passing another array replaces the marks. */
  marks?: readonly number[] | undefined
  /** Passing an object moves the focus and the cursor to its position; passing another object moves them again. */
  at?: EditorPlace | undefined
}

const NO_MARKS: readonly number[] = []

/**
 * An editor for code. It is in a shadow root, because the editor adds style elements, which the portal's Content
 * Security Policy forbids in the page. Tab indents; Escape and then Tab leaves the editor.
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
  // The texts that were passed to `onChange` and have not come back as `value`, which lags behind quick typing.
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
    // Outside of the shadow root, typing seems to happen in a plain element, where letters are shortcuts. So it stays
    // inside.
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

/** Loads the language of a file. If there is none or it does not load, the text stays plain. */
async function languageOf(name: string) {
  const { loadLanguage } = await import('./languages')
  return loadLanguage(name).catch(() => [])
}
