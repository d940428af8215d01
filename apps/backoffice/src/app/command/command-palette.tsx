import type { CourseJump } from '@rookies/data/catalogue/course-jump'
import { COURSE_TOASTS } from '@rookies/data/catalogue/messages'
import { type Member, memberName } from '@rookies/data/members/member-list'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { BookOpen, Search, UserRound, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useModalDialog } from '../../ui/use-modal-dialog'
import { meets, usePerson } from '../person'
import { PANEL_RESOURCES } from '../resources'
import { NothingFound, OnTheirWay, SearchFailed } from './command-notes'
import { CommandOption } from './command-option'
import styles from './command-palette.module.css'
import { type Command, type CommandGroup, matchingCommands, nextPlace } from './commands'
import { useCommands } from './use-commands'
import { useCourseJumps, useMemberJumps } from './use-jumps'

export interface CommandPaletteProps {
  toggleSidebar: () => void
  onClose: () => void
}

const PROMPT = 'Search screens, courses, people, actions'

/** More says nothing more about a title. */
const MAX_LENGTH = 100

/**
 * Leads to any screen or course and runs what can be done from anywhere: a combobox in a dialog that
 * keeps the focus and gives it back.
 */
export function CommandPalette({ toggleSidebar, onClose }: CommandPaletteProps) {
  const dialog = useModalDialog({ open: true, onClose })
  const navigate = useNavigate()
  const person = usePerson()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [activeId, setActiveId] = useState<string | null>(null)
  /** What Enter was pressed for before its answer was there. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const { screens, actions } = useCommands(toggleSidebar)
  const courses = useCourseJumps(typed)
  const members = useMemberJumps(typed)
  const settled = courses.settled && members.settled
  const failed = courses.failed || members.failed
  const list = PANEL_RESOURCES.find(({ name, need }) => name === 'profiles' && meets(person, need))

  const allGroups: CommandGroup[] = [
    { label: 'Go to', commands: matchingCommands(screens, typed) },
    { label: 'Courses', commands: courses.rows.map(toCourse) },
    {
      label: 'Members',
      commands: list ? members.rows.map((member) => toMember(member, list.screens[0].path)) : [],
    },
    { label: 'Actions', commands: matchingCommands(actions, typed) },
  ]
  const groups = allGroups.filter(({ commands }) => commands.length > 0)
  const shown = groups.flatMap(({ commands }) => commands)
  const active = shown.find(({ id }) => id === activeId) ?? shown[0]

  const follow = ({ to, run }: Command) => {
    onClose()
    if (to) navigate(to)
    run?.()
  }
  const retype = (text: string) => {
    setTyped(text)
    setActiveId(null)
    setAwaited(null)
  }

  useEffect(() => {
    if (awaited !== typed || !settled) return
    setAwaited(null)
    if (active) follow(active)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = nextPlace(event.key, active ? shown.indexOf(active) : -1, shown.length)
    if (next !== null) {
      event.preventDefault()
      const id = shown[next]?.id ?? null
      setActiveId(id)
      if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!active) setAwaited(typed)
    else if (active.to && (event.ctrlKey || event.metaKey)) {
      window.open(active.to, '_blank', 'noopener')
    } else follow(active)
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Search and commands">
      <div className={styles.frame}>
        <div className={styles.field} data-busy={!settled && !failed}>
          <Search aria-hidden="true" />
          <input
            type="text"
            role="combobox"
            className={styles.input}
            aria-label={PROMPT}
            placeholder={PROMPT}
            aria-autocomplete="list"
            aria-expanded={shown.length > 0}
            aria-controls={shown.length > 0 ? listId : undefined}
            aria-activedescendant={active?.id}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={MAX_LENGTH}
            value={typed}
            onChange={(event) => retype(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </button>
        </div>
        {shown.length > 0 && (
          <div id={listId} role="listbox" aria-label="Search and commands" className={styles.list}>
            {groups.map(({ label, commands }) => (
              <fieldset key={label} className={styles.group} aria-labelledby={`${listId}-${label}`}>
                <p id={`${listId}-${label}`} className={styles.label} role="presentation">
                  {label === 'Courses' && typed.trim() === '' ? 'Latest courses' : label}
                </p>
                {commands.map((command) => (
                  <CommandOption
                    key={command.id}
                    command={command}
                    active={command === active}
                    onFollow={onClose}
                    onRun={() => follow(command)}
                    onPoint={() => setActiveId(command.id)}
                  />
                ))}
              </fieldset>
            ))}
          </div>
        )}
        {courses.failed && (
          <SearchFailed text={COURSE_TOASTS.listFailed.text} onRetry={courses.retry} />
        )}
        {members.failed && (
          <SearchFailed text={MEMBER_TOASTS.listFailed.text} onRetry={members.retry} />
        )}
        {!settled && !failed && courses.rows.length + members.rows.length === 0 && <OnTheirWay />}
        {settled && shown.length === 0 && <NothingFound text={typed.trim()} />}
        <p className={styles.keys} aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> to move
          </span>
          <span>
            <kbd>Enter</kbd> to choose
          </span>
          <span>
            <kbd>Esc</kbd> to close
          </span>
        </p>
        <VisuallyHidden>
          <span role="status">{news(typed, settled, shown.length)}</span>
        </VisuallyHidden>
      </div>
    </dialog>
  )
}

function toCourse({ id, title, status }: CourseJump): Command {
  return {
    id: `course-jump-${id}`,
    label: title,
    icon: BookOpen,
    note: status === 'PUBLISHED' ? 'Published' : 'Draft',
    to: `/admin/courses/${id}`,
  }
}

/** To the list, where everything that may be done about a person is done. */
function toMember(member: Member, path: string): Command {
  return {
    id: `member-jump-${member.id}`,
    label: memberName(member),
    icon: UserRound,
    note: member.email,
    to: `${path}?${new URLSearchParams({ q: member.email })}`,
  }
}

/** What a screen reader hears of the list below the field, once it stands. */
function news(typed: string, settled: boolean, count: number): string {
  if (typed.trim() === '' || !settled) return ''
  if (count === 0) return 'Nothing found'
  return count === 1 ? '1 result' : `${count} results`
}
