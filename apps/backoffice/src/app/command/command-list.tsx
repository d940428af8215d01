import { cohortDays } from '@rookies/data/cohorts/cohort-days'
import type { Cohort } from '@rookies/data/cohorts/cohort-list'
import { COHORT_RECORD_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import type { FoundCourse } from '@rookies/data/course-editing/course-search'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { MEMBER_MESSAGES, type Member, memberName } from '@rookies/data/members/member-list'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Flex } from 'antd'
import { BookOpen, GraduationCap, UserRound } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'
import { useNavigate } from 'react-router-dom'
import { useOpenResources } from '../open-resources'
import { NothingFound, SearchFailed, Searching } from './command-notes'
import { CommandOption } from './command-option'
import styles from './command-palette.module.css'
import { type Command, type CommandGroup, matchingCommands, nextIndex } from './commands'
import { useCommands } from './use-commands'
import { useCohortSearch, useCourseSearch, useMemberSearch } from './use-searches'

const LIST = {
  minHeight: 0,
  padding: 'var(--space-2)',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
} as const
const GROUP = { minWidth: 0, margin: 0, padding: 0, border: 0 }

/** The attributes of the list that the palette's field needs. */
export interface CommandListState {
  id?: string | undefined
  active?: string | undefined
  busy: boolean
}

export interface CommandListProps {
  toggleSidebar: () => void
  /** The text in the field. */
  typed: string
  /** Whether Enter was pressed in the field before this list had loaded. */
  entered: boolean
  onList: (list: CommandListState) => void
  /** The list stores its handler for the field's key presses here. */
  onKey: RefObject<((event: KeyboardEvent) => void) | null>
  onClose: () => void
}

/**
 * The list of the screens, courses, cohorts, people and actions that match the typed text. The list and the palette's
 * field form a combobox.
 */
export function CommandList(props: CommandListProps) {
  const { toggleSidebar, typed, entered, onList, onKey, onClose } = props
  const navigate = useNavigate()
  const listId = useId()
  const [activeId, setActiveId] = useState<string | null>(null)
  /** The text for which Enter was pressed before the results had arrived. */
  const [awaited, setAwaited] = useState(entered ? typed : null)
  const { screens, actions } = useCommands(toggleSidebar)
  const courses = useCourseSearch(typed)
  const members = useMemberSearch(typed)
  const cohorts = useCohortSearch(typed)
  const found = [courses, cohorts, members]
  const settled = found.every((jumps) => jumps.settled)
  const failed = found.some((jumps) => jumps.failed)
  const open = useOpenResources()
  const list = open.find(({ name }) => name === 'profiles')
  const cohortList = open.find(({ name }) => name === 'cohorts')

  const allGroups: CommandGroup[] = [
    { label: 'Go to', commands: matchingCommands(screens, typed) },
    { label: 'Courses', commands: courses.rows.map(toCourse) },
    {
      label: 'Cohorts',
      commands: cohortList
        ? cohorts.rows.map((cohort) => toCohort(cohort, cohortList.screens[0].path))
        : [],
    },
    {
      label: 'Members',
      commands: list ? members.rows.map((member) => toMember(member, list.screens[0].path)) : [],
    },
    { label: 'Actions', commands: matchingCommands(actions, typed) },
  ]
  const groups = allGroups.filter(({ commands }) => commands.length > 0)
  const shown = groups.flatMap(({ commands }) => commands)
  const active = shown.find(({ id }) => id === activeId) ?? shown[0]

  const follow = ({ to, state, run }: Command) => {
    onClose()
    if (to) navigate(to, { state })
    run?.()
  }
  // A new text selects its first command, and cancels an Enter that was pressed for the previous text.
  const [before, setBefore] = useState(typed)
  if (before !== typed) {
    setBefore(typed)
    setActiveId(null)
    setAwaited(null)
  }

  useEffect(() => {
    if (awaited !== typed || !settled) return
    setAwaited(null)
    if (active) follow(active)
  })

  useImperativeHandle(onKey, () => (event: KeyboardEvent) => {
    const next = nextIndex(event.key, active ? shown.indexOf(active) : -1, shown.length)
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
  })

  const id = shown.length > 0 ? listId : undefined
  const meant = active?.id
  const busy = !settled && !failed
  useLayoutEffect(() => onList({ id, active: meant, busy }), [onList, id, meant, busy])

  return (
    <>
      {shown.length > 0 && (
        <div id={listId} role="listbox" aria-label="Search and commands" style={LIST}>
          {groups.map(({ label, commands }) => (
            <fieldset key={label} style={GROUP} aria-labelledby={`${listId}-${label}`}>
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
        <SearchFailed text={COURSE_MESSAGES.listFailed.text} onRetry={courses.retry} />
      )}
      {cohorts.failed && (
        <SearchFailed text={COHORT_RECORD_MESSAGES.listFailed.text} onRetry={cohorts.retry} />
      )}
      {members.failed && (
        <SearchFailed text={MEMBER_MESSAGES.listFailed.text} onRetry={members.retry} />
      )}
      {!settled && !failed && found.every(({ rows }) => rows.length === 0) && <Searching />}
      {settled && shown.length === 0 && <NothingFound text={typed.trim()} />}
      <Flex wrap gap="middle" className={styles.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> to move
        </span>
        <span>
          <kbd>Enter</kbd> to choose
        </span>
        <span>
          <kbd>Esc</kbd> to close
        </span>
      </Flex>
      <VisuallyHidden>
        <span role="status">{announcement(typed, settled, shown.length)}</span>
      </VisuallyHidden>
    </>
  )
}

function toCourse({ id, title, status }: FoundCourse): Command {
  return {
    id: `course-jump-${id}`,
    label: title,
    icon: BookOpen,
    note: status === 'PUBLISHED' ? 'Published' : 'Draft',
    to: `/admin/courses/${id}`,
  }
}

function toCohort({ id, title, ...days }: Cohort, path: string): Command {
  return {
    id: `cohort-jump-${id}`,
    label: title,
    icon: GraduationCap,
    note: cohortDays(days),
    to: `${path}/${id}`,
  }
}

function toMember(member: Member, path: string): Command {
  return {
    id: `member-jump-${member.id}`,
    label: memberName(member),
    icon: UserRound,
    note: member.email,
    to: `${path}/${member.id}`,
  }
}

/** Returns the text that a screen reader announces once all results have arrived. */
function announcement(typed: string, settled: boolean, count: number): string {
  if (typed.trim() === '' || !settled) return ''
  if (count === 0) return 'Nothing found'
  return count === 1 ? '1 result' : `${count} results`
}
