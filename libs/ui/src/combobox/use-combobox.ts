import {
  type ChangeEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

export interface ComboboxOption {
  /** The id of its element, unlike any other on the page. */
  id: string
  /** Where it leads, for opening that in another tab. */
  href?: string
  onChoose: () => void
}

/** What a list offers for the text in the field. */
export interface ComboboxList {
  options: readonly ComboboxOption[]
  /** The options belong to the text as it is now. Enter waits for that. */
  settled: boolean
  /** The list is being fetched. */
  busy: boolean
  /** The first option is active until the person moves. */
  startsAtFirst: boolean
}

export type Combobox = ReturnType<typeof useCombobox>

const NO_LIST: ComboboxList = { options: [], settled: false, busy: false, startsAtFirst: false }

/**
 * A field with a list of options below it (the combobox of the ARIA practices). The focus stays in the
 * field: arrows move the active option around both ends, Enter chooses it, with Ctrl or Cmd in another
 * tab. Enter that comes before the list has settled is remembered. Out: the field's props, and what
 * its list needs; the list says what it offers by `useComboboxList`, as its code may come later.
 */
export function useCombobox() {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(NO_LIST)
  const [list, setList] = useState(NO_LIST)
  const [text, setText] = useState('')
  const [movedTo, setMovedTo] = useState<string | null>(null)
  const [entered, setEntered] = useState(false)
  const { options, settled, startsAtFirst } = list
  const first = startsAtFirst ? options[0]?.id : undefined
  const active = options.some(({ id }) => id === movedTo) ? movedTo : first

  const type = useCallback((typed: string) => {
    setText(typed)
    setMovedTo(null)
    setEntered(false)
    input.current?.focus()
  }, [])

  const show = useCallback((next: ComboboxList) => {
    latest.current = next
    setList((shown) => (looksAlike(shown, next) ? shown : next))
  }, [])

  const current = () => latest.current.options.find(({ id }) => id === active)

  useEffect(() => {
    if (!entered || !settled) return
    setEntered(false)
    current()?.onChoose()
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const at = options.findIndex(({ id }) => id === active)
    const next = options[nextOption(event.key, at, options.length) ?? -1]
    if (next) {
      event.preventDefault()
      setMovedTo(next.id)
      document.getElementById(next.id)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const option = current()
    if (!settled) setEntered(true)
    else if (option?.href && (event.ctrlKey || event.metaKey)) {
      window.open(option.href, '_blank', 'noopener')
    } else option?.onChoose()
  }

  const shown = options.length > 0
  return {
    text,
    listId,
    /** Puts a text in the field, and the focus. */
    type,
    active,
    /** Makes an option the active one, for a pointer that is over it. */
    moveTo: setMovedTo,
    show,
    busy: list.busy,
    field: {
      ref: input,
      type: 'text',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': shown,
      'aria-controls': shown ? listId : undefined,
      'aria-activedescendant': active ?? undefined,
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.target.value),
      onKeyDown,
    },
  } as const
}

/** Says what the list below a field offers. */
export function useComboboxList({ show }: Pick<Combobox, 'show'>, list: ComboboxList): void {
  useLayoutEffect(() => show(list))
}

/**
 * In: a key, the place of the active option (-1 for none) and how many there are. Out: the place to go
 * to, around either end; null for other keys. Home and End stay with the text that is being typed.
 */
function nextOption(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1
  return null
}

function looksAlike(a: ComboboxList, b: ComboboxList): boolean {
  return (
    a.settled === b.settled &&
    a.busy === b.busy &&
    a.startsAtFirst === b.startsAtFirst &&
    a.options.length === b.options.length &&
    a.options.every(({ id }, at) => id === b.options[at]?.id)
  )
}
