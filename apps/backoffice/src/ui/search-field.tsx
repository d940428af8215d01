import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './search-field.module.css'

interface SearchFieldProps {
  /** Name for screen readers, and the text in the empty field. */
  label: string
  /** What the list is searched by at this moment. */
  value: string
  onSearch: (text: string) => void
}

/** Typing pauses this long before the server is asked. */
const PAUSE_MS = 300

/** A search box that asks when typing pauses, at once on Enter, and follows Back and Forward. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)

  // The list is searched by something that was not typed here: the address changed.
  if (value !== asked) {
    setAsked(value)
    setTyped(value)
  }

  const ask = (text: string) => {
    setAsked(text.trim())
    onSearch(text.trim())
  }

  useEffect(() => {
    if (typed.trim() === asked) return
    const timer = setTimeout(() => {
      setAsked(typed.trim())
      onSearch(typed.trim())
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, asked, onSearch])

  return (
    <search className={styles.search}>
      <Search className={styles.icon} aria-hidden="true" />
      <input
        type="search"
        className={styles.input}
        aria-label={label.replace(/\.+$/, '')}
        placeholder={label}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') ask(typed)
        }}
      />
    </search>
  )
}
