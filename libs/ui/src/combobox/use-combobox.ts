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
  /** The id of the option's element, unique on the page. */
  id: string
  /** The option's address, for opening it in another tab. */
  href?: string
  onChoose: () => void
}

/** The options that a list shows for the text in the field, and the list's state. */
export interface ComboboxList {
  options: readonly ComboboxOption[]
  /** True if the options belong to the current text. Enter waits for that. */
  settled: boolean
  /** True while the list is loading. */
  busy: boolean
  /** True if the first option is active until the person moves to another one. */
  startsAtFirst: boolean
}

export type Combobox = ReturnType<typeof useCombobox>

const NO_LIST: ComboboxList = { options: [], settled: false, busy: false, startsAtFirst: false }

/**
 * A field with a list of options (the combobox of the ARIA practices). The focus stays in the field. Arrow keys move
 * the active option, from the last to the first and back; Enter chooses it, with Ctrl or Cmd in another tab. Enter
 * takes effect once the list has settled. Returns the field's props and the state for its list. The list reports its
 * options with `useComboboxList`, because its code may load later.
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
    /** Puts a text into the field and focuses it. */
    type,
    active,
    /** Makes an option active when the pointer is over it. */
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

/** Reports the options of a list to its field. */
export function useComboboxList({ show }: Pick<Combobox, 'show'>, list: ComboboxList): void {
  useLayoutEffect(() => show(list))
}

/**
 * Returns the index of the option to which a key moves, also from the last to the first and back; null for other keys.
 * `at` is -1 if no option is active. Home and End move the caret in the text and are not handled.
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
