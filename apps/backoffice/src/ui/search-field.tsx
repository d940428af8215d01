import { Input } from 'antd'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import styles from './filter-bar.module.css'

interface SearchFieldProps {
  /** The accessible name and the placeholder. */
  label: string
  /** The current search of the list. */
  value: string
  onSearch: (text: string) => void
}

/** Milliseconds without typing before a search is sent. */
const PAUSE_MS = 300

/** A search field. It searches after a pause in typing or on Enter, and follows Back and Forward. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  /** Searches that the address does not contain yet; on a slow machine there can be several. */
  const [pending, setPending] = useState<readonly string[]>([])
  const latest = pending.at(-1) ?? seen

  if (value !== seen) {
    const place = pending.indexOf(value)
    setSeen(value)
    setPending(pending.slice(place + 1))
    if (place === -1) {
      // Something other than this field has changed the address, such as Back.
      setPending([])
      setTyped(value)
    }
  }

  const submit = useCallback(
    (text: string) => {
      setPending((before) => [...before, text])
      onSearch(text)
    },
    [onSearch],
  )

  useEffect(() => {
    const text = typed.trim()
    if (text === latest) return
    const timer = setTimeout(() => submit(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, latest, submit])

  return (
    <search className={styles.search}>
      <Input
        type="search"
        prefix={<Search aria-hidden="true" />}
        aria-label={label.replace(/\.+$/, '')}
        placeholder={label}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter must not submit a form around the field.
          event.preventDefault()
          if (typed.trim() !== latest) submit(typed.trim())
        }}
      />
    </search>
  )
}
