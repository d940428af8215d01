import { useDraggable } from '@dnd-kit/core'
import { END_OF_DAY } from '@rookies/data/cohorts/dues'
import { openingNote, type Schedule, type StripItem } from '@rookies/data/cohorts/schedule'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Checkbox } from 'antd'
import {
  BookOpen,
  CalendarCheck,
  ChevronDown,
  ChevronRight,
  Clock,
  FileText,
  GripVertical,
  type LucideIcon,
} from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { QuietButton } from '../../../ui/quiet-button'
import styles from './schedule.module.css'
import { KEYS_HINT, keyOf } from './use-lifting'

/** The actions on items of the strip; null for readers who may not change the schedule. */
export interface ItemActions {
  isSelected: (item: StripItem) => boolean
  onSelect: (item: StripItem, on: boolean) => void
  onOpen: (item: StripItem) => void
  isLifted: (item: StripItem) => boolean
  isLead: (item: StripItem) => boolean
  onKeyDown: (item: StripItem, event: KeyboardEvent) => void
}

interface StripItemProps {
  item: StripItem
  schedule: Schedule
  /** Whether the lessons of this module are shown; null for an item without lessons. */
  unfolded: boolean | null
  onUnfold: (moduleId: string) => void
  actions: ItemActions | null
}

const KINDS: Record<StripItem['kind'], { icon: LucideIcon; name: string }> = {
  module: { icon: BookOpen, name: 'Module' },
  lesson: { icon: FileText, name: 'Lesson' },
  due: { icon: CalendarCheck, name: 'Due date of' },
}

/** Says, for an item without a day of its own, what determines its day. */
const FOLLOWS: Record<StripItem['kind'], string> = {
  module: '',
  lesson: 'with its module',
  due: 'as the assignment says',
}

/** Times that are hidden, because they stand for the start or the end of a whole day. */
const WHOLE_DAY = ['00:00', END_OF_DAY]

/** Shows a module or lesson on the day on which it opens, or an assignment on the day on which it is due. */
export function StripItemCard({ item, schedule, unfolded, onUnfold, actions }: StripItemProps) {
  const { kind, title, of, at_time, own, moduleId } = item
  const { icon: Icon, name } = KINDS[kind]
  const note = openingNote(schedule, item)
  const time = WHOLE_DAY.includes(at_time) ? '' : at_time
  const facts = [kind === 'due' && 'due', time, !own && FOLLOWS[kind]].filter(Boolean)
  const itemLabel = `${name} ${title}`
  return (
    <li
      className={styles.item}
      data-kind={kind}
      data-own={own}
      data-lifted={actions?.isLifted(item) || undefined}
    >
      {actions && (
        <>
          <Handle item={item} said={itemLabel} actions={actions} />
          <Checkbox
            aria-label={`Select ${itemLabel}`}
            checked={actions.isSelected(item)}
            onChange={({ target }) => actions.onSelect(item, target.checked)}
          />
        </>
      )}
      <Icon className={styles.kind} aria-hidden="true" />
      <span className={styles.text} title={`${title} (${of})`}>
        {actions ? (
          <button
            type="button"
            className={styles.title}
            aria-label={`${itemLabel}: change day and time`}
            onClick={() => actions.onOpen(item)}
          >
            {title}
          </button>
        ) : (
          title
        )}
        {facts.length > 0 && <span className={styles.time}>{facts.join(', ')}</span>}
        {note && (
          <span className={styles.note} title={note}>
            <Clock aria-hidden="true" />
            <VisuallyHidden>{note}</VisuallyHidden>
          </span>
        )}
      </span>
      {unfolded !== null && (
        <QuietButton
          className={styles.fold ?? ''}
          icon={unfolded ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          aria-expanded={unfolded}
          aria-label={`Lessons of ${title}`}
          onClick={() => onUnfold(moduleId)}
        />
      )}
    </li>
  )
}

interface HandleProps {
  item: StripItem
  said: string
  actions: ItemActions
}

/** The handle that moves an item by dragging or by keyboard. */
function Handle({ item, said, actions }: HandleProps) {
  const { setNodeRef, listeners } = useDraggable({ id: keyOf(item), data: { item } })
  const button = useRef<HTMLButtonElement>(null)
  const isLead = actions.isLead(item)
  // After each step, the handle is mounted again in another day, so the new handle takes the focus.
  useLayoutEffect(() => {
    if (isLead) button.current?.focus()
  }, [isLead])
  return (
    <QuietButton
      ref={(node) => {
        button.current = node
        setNodeRef(node)
      }}
      className={styles.handle ?? ''}
      icon={<GripVertical aria-hidden="true" />}
      aria-label={`Move ${said}`}
      aria-describedby={KEYS_HINT}
      aria-pressed={actions.isLifted(item)}
      onPointerDown={(event) => listeners?.onPointerDown?.(event)}
      onKeyDown={(event) => actions.onKeyDown(item, event)}
    />
  )
}
