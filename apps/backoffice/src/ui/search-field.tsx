import { Input } from 'antd'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import styles from './filter-bar.module.css'

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
  const [seen, setSeen] = useState(value)
  /** What was asked for and is not in the address yet; on a slow machine that can be several. */
  const [asked, setAsked] = useState<readonly string[]>([])
  const latest = asked.at(-1) ?? seen

  if (value !== seen) {
    const place = asked.indexOf(value)
    setSeen(value)
    setAsked(asked.slice(place + 1))
    if (place === -1) {
      // The list is searched by something that was not typed here: the address changed.
      setAsked([])
      setTyped(value)
    }
  }

  const ask = useCallback(
    (text: string) => {
      setAsked((before) => [...before, text])
      onSearch(text)
    },
    [onSearch],
  )

  useEffect(() => {
    const text = typed.trim()
    if (text === latest) return
    const timer = setTimeout(() => ask(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, latest, ask])

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
          // It saves no form that it stands in.
          event.preventDefault()
          if (typed.trim() !== latest) ask(typed.trim())
        }}
      />
    </search>
  )
}
