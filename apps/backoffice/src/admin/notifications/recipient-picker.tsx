import { useList } from '@refinedev/core'
import { roleLabel } from '@rookies/data/access/roles'
import { type Member, memberName } from '@rookies/data/members/member-list'
import { NOTIFICATION_ADMIN_TOASTS } from '@rookies/data/notifications/admin-messages'
import type { NotificationPerson } from '@rookies/data/notifications/notification-list'
import {
  RECIPIENT_OPTIONS,
  RECIPIENT_SORTERS,
  recipientFilters,
} from '@rookies/data/notifications/recipients'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { nextPlace } from '../../app/command/commands'
import { toast } from '../../app/notification-provider'
import { Field } from '../../ui/field'
import styles from './recipient-picker.module.css'

interface RecipientPickerProps {
  id: string
  person: NotificationPerson | null
  error: string | undefined
  onPick: (person: NotificationPerson | null) => void
}

/** Long enough to let a word be typed, short enough not to be noticed. */
const PAUSE_MS = 200

/** One person out of everybody: found by the server as one types, chosen by arrow keys or by a press. */
export function RecipientPicker({ id, person, error, onPick }: RecipientPickerProps) {
  const change = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  /** Where the focus goes, once what was pressed is gone. */
  const [moved, setMoved] = useState(false)

  useEffect(() => {
    if (!moved) return
    const target = person ? change.current : field.current
    target?.focus()
    setMoved(false)
  }, [moved, person])

  const pick = (next: NotificationPerson | null) => {
    setMoved(true)
    onPick(next)
  }

  if (!person) return <Search id={id} error={error} field={field} onPick={pick} />
  return (
    <div className={styles.chosen}>
      <p className={styles.words}>
        <strong>{memberName(person)}</strong>
        <span>{person.email}</span>
      </p>
      <Button ref={change} size="small" onClick={() => pick(null)}>
        Change
      </Button>
    </div>
  )
}

interface SearchProps {
  id: string
  error: string | undefined
  field: React.RefObject<HTMLInputElement | null>
  onPick: (person: NotificationPerson) => void
}

function Search({ id, error, field, onPick }: SearchProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const asked = usePause(typed.trim())
  const { query, result } = useList<Member>({
    resource: 'profiles',
    filters: recipientFilters(asked),
    sorters: RECIPIENT_SORTERS,
    pagination: { currentPage: 1, pageSize: RECIPIENT_OPTIONS },
    queryOptions: { enabled: open, placeholderData: keepPreviousData },
    // Nothing moves from under a finger.
    liveMode: 'off',
    errorNotification: toast(NOTIFICATION_ADMIN_TOASTS.recipientsFailed, 'error'),
  })
  const options = result.data
  const fresh = query.isSuccess && !query.isPlaceholderData && asked === typed.trim()
  const active = options.find((option) => option.id === activeId) ?? options[0]
  const shown = open && options.length > 0
  const listId = `${id}-people`

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = nextPlace(event.key, active ? options.indexOf(active) : -1, options.length)
    if (next !== null) {
      event.preventDefault()
      setOpen(true)
      // The first press opens the list at the chosen person.
      const to = shown ? options[next] : active
      setActiveId(to?.id ?? null)
      if (to) document.getElementById(`${listId}-${to.id}`)?.scrollIntoView({ block: 'nearest' })
    }
    // Closes the list; pressed once more, the dialog is asked.
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      // Only from the answer to the typed text, so that quick typing chooses no wrong person.
      if (shown && fresh && active) onPick(active)
    }
  }

  return (
    <Field
      id={`${id}-recipient`}
      label="User"
      error={error}
      hint="Type a part of the name or the email."
    >
      {({ status, ...control }) => (
        <div className={styles.picker}>
          <input
            {...control}
            ref={field}
            type="text"
            role="combobox"
            className={styles.input}
            data-wrong={status}
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={shown ? listId : undefined}
            aria-activedescendant={shown && active ? `${listId}-${active.id}` : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            placeholder="Search users..."
            value={typed}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onChange={({ target }) => {
              setTyped(target.value)
              setActiveId(null)
              setOpen(true)
            }}
            onKeyDown={onKeyDown}
          />
          {shown && (
            <div id={listId} role="listbox" aria-label="Users" className={styles.list}>
              {options.map((option) => (
                <Option
                  key={option.id}
                  id={`${listId}-${option.id}`}
                  option={option}
                  active={option === active}
                  dimmed={!fresh}
                  onPick={() => onPick(option)}
                />
              ))}
            </div>
          )}
          {open && fresh && <More shown={options.length} total={query.data?.total ?? 0} />}
          {open && fresh && options.length === 0 && (
            <p className={styles.note}>{`No one is found by “${asked}”.`}</p>
          )}
          {open && query.isPending && <p className={styles.note}>Searching...</p>}
          {query.isError && (
            <p role="alert" className={styles.failed}>
              {NOTIFICATION_ADMIN_TOASTS.recipientsFailed.text}{' '}
              <Button size="small" loading={query.isFetching} onClick={() => query.refetch()}>
                Try Again
              </Button>
            </p>
          )}
          <VisuallyHidden>
            <span role="status">{open && fresh ? news(query.data?.total ?? 0) : ''}</span>
          </VisuallyHidden>
        </div>
      )}
    </Field>
  )
}

interface OptionProps {
  id: string
  option: Member
  active: boolean
  dimmed: boolean
  onPick: () => void
}

function Option({ id, option, active, dimmed, onPick }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={styles.option}
      data-dimmed={dimmed || undefined}
      // The focus stays in the field, which names the active one.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className={styles.words}>
        <strong>{memberName(option)}</strong>
        <span>{option.email}</span>
      </span>
      <span className={styles.role}>{roleLabel(option.role)}</span>
    </button>
  )
}

function More({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null
  return (
    <p className={styles.note}>
      {`${shown} of ${total.toLocaleString('en-US')}. Type more to find others.`}
    </p>
  )
}

function news(total: number): string {
  if (total === 0) return 'No one found'
  return total === 1 ? '1 user' : `${total.toLocaleString('en-US')} users`
}

/** What stands in the field, once typing pauses. */
function usePause(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
