import { useEffect, useEffectEvent, useRef } from 'react'
import '../markdown/code-colours.css'
import styles from './code-editor.module.css'
import { type EditorHandle, openEditor } from './open-editor'

export interface CodeEditorProps {
  /** The accessible name. */
  label: string
  /** The name of the file; its extension decides the language. */
  name: string
  value: string
  onChange: (value: string) => void
}

/**
 * An editor for code. It is in a shadow root, because the portal's Content Security Policy forbids the style elements
 * that it would add to the page. Tab indents; Escape and then Tab leaves it.
 */
export function CodeEditor({ label, name, value, onChange }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorHandle | null>(null)
  const changed = useEffectEvent((written: string) => onChange(written))
  const begin = useEffectEvent((root: ShadowRoot) =>
    openEditor(root, { value, onChange: (written) => changed(written) }),
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
  useEffect(() => editor.current?.show(value), [value])
  useEffect(() => editor.current?.name(label), [label])
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
