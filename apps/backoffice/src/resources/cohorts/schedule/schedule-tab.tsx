import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import {
  movedBy,
  openingText,
  type StripItem,
  stripItems,
  stripWeeks,
  undatedAssignments,
  weeklyReleases,
  withChanges,
} from '@rookies/data/cohorts/schedule'
import { zoneName } from '@rookies/data/time/zones'
import { formatNumber } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button, Flex } from 'antd'
import { CalendarDays, ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../../app/may'
import cells from '../../../ui/cells.module.css'
import { ListFailed } from '../../../ui/list-failed'
import { Waiting } from '../../../ui/waiting'
import { OpeningDialog } from './opening-dialog'
import styles from './schedule.module.css'
import { Week } from './strip-week'
import { KEYS_HINT, keyOf, useLifting } from './use-lifting'
import { useSchedule } from './use-schedule'

/** The schedule of a cohort as a strip of weeks (rules/cohorts#schedule). */
export function CohortSchedule({ cohort }: { cohort: CohortDetails }) {
  const mayChange = useMay('releases', 'update')
  const { read, schedule, change } = useSchedule(cohort.id)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<readonly StripItem[] | null>(null)
  const [dragged, setDragged] = useState<StripItem | null>(null)
  const sensors = useSensors(useSensor(PointerSensor, DRAG))

  const items = schedule ? stripItems(schedule, unfolded) : []
  const chosen = items.filter((item) => selected.has(keyOf(item)))
  /** Returns the items that move with an item: the whole selection if the item is selected, else only the item. */
  const movedTogether = (item: StripItem) => (selected.has(keyOf(item)) ? chosen : [item])
  const lifting = useLifting(movedTogether, change)

  if (!schedule) {
    return read.isError ? (
      <ListFailed title={COHORT_MESSAGES.scheduleFailed.text} read={read} />
    ) : (
      <Waiting rows={10} />
    )
  }
  const modules = schedule.courses.flatMap((course) => course.modules)
  if (modules.length === 0) {
    return (
      <EmptyState icon={<CalendarDays />} title="Nothing to schedule yet">
        <p>
          {schedule.courses.length === 0
            ? 'Give this cohort courses; their modules and lessons then open by its schedule.'
            : 'The courses of this cohort have no modules yet.'}
        </p>
      </EmptyState>
    )
  }

  const shown = withChanges(schedule, lifting.changes)
  const shownItems = stripItems(shown, unfolded)
  const weeks = stripWeeks(shown, shownItems)
  const foldable = new Set(modules.filter(({ lessons }) => lessons.length > 0).map(({ id }) => id))
  const toggle = (module: string) =>
    setUnfolded((now) => {
      const next = new Set(now)
      if (!next.delete(module)) next.add(module)
      return next
    })
  const select = (item: StripItem, on: boolean) =>
    setSelected((now) => {
      const next = new Set(now)
      if (on) next.add(keyOf(item))
      else next.delete(keyOf(item))
      return next
    })

  const onDragStart = ({ active }: DragStartEvent) =>
    setDragged(items.find((item) => keyOf(item) === active.id) ?? null)
  const onDragEnd = ({ over }: DragEndEvent) => {
    setDragged(null)
    const day: unknown = over?.data.current?.day
    if (dragged && typeof day === 'number')
      change(movedBy(movedTogether(dragged), day - dragged.day))
  }

  const withoutDue = undatedAssignments(schedule)
  const aWeekEach = mayChange ? weeklyReleases(schedule) : []
  const place = shownItems.find(lifting.isLead)
  const isAllExpanded = foldable.size > 0 && unfolded.size >= foldable.size
  return (
    <>
      <Flex wrap align="center" justify="space-between" gap="small" className={cells.count}>
        <span>{`Days and times are those of ${zoneName(schedule.time_zone)}. Only this cohort changes, never its courses.`}</span>
        {aWeekEach.length > 0 && (
          <Button size="small" type="primary" onClick={() => change(aWeekEach)}>
            Open One Module a Week
          </Button>
        )}
        <Button
          size="small"
          icon={
            isAllExpanded ? (
              <ChevronsDownUp aria-hidden="true" />
            ) : (
              <ChevronsUpDown aria-hidden="true" />
            )
          }
          onClick={() => setUnfolded(isAllExpanded ? new Set() : foldable)}
        >
          {isAllExpanded ? 'Hide Lessons' : 'Show Lessons'}
        </Button>
      </Flex>
      {chosen.length > 0 && (
        <Flex wrap align="center" gap="small" className={styles.bar}>
          <span aria-live="polite">{`${formatNumber(chosen.length)} selected`}</span>
          {STEPS.map(({ label, days }) => (
            <Button key={label} size="small" onClick={() => change(movedBy(chosen, days))}>
              {label}
            </Button>
          ))}
          <Button size="small" onClick={() => setOpened(chosen)}>
            Set Day and Time…
          </Button>
          <Button size="small" onClick={() => setSelected(new Set())}>
            Clear selection
          </Button>
        </Flex>
      )}
      {mayChange && withoutDue.length > 0 && (
        <Flex wrap align="center" gap="small" className={styles.undated}>
          <span>Without a due date:</span>
          {withoutDue.map((item) => (
            <Button
              key={item.id}
              size="small"
              aria-label={`Set due date of ${item.title}`}
              onClick={() => setOpened([item])}
            >
              {item.title}
            </Button>
          ))}
        </Flex>
      )}
      <VisuallyHidden>
        <span id={KEYS_HINT}>
          Space picks up and puts down. Left and right move by a day, up and down by a week.
        </span>
        <span aria-live="assertive">
          {place &&
            `${place.title}${place.kind === 'due' ? ', due' : ''}: ${openingText(shown, place)}, day ${place.day}`}
        </span>
      </VisuallyHidden>
      <DndContext
        sensors={sensors}
        collisionDetection={pointerWithin}
        accessibility={{ announcements: NO_ANNOUNCEMENTS }}
        onDragStart={onDragStart}
        onDragEnd={onDragEnd}
        onDragCancel={() => setDragged(null)}
      >
        <Flex vertical gap="middle" className={styles.strip}>
          {weeks.map((week) => (
            <Week
              key={week.index}
              week={week}
              schedule={shown}
              unfolded={unfolded}
              foldable={foldable}
              onUnfold={toggle}
              actions={
                mayChange
                  ? {
                      isSelected: (item) => selected.has(keyOf(item)),
                      onSelect: select,
                      onOpen: (item) => setOpened([item]),
                      isLifted: (item) =>
                        lifting.lifted?.items.some((one) => keyOf(one) === keyOf(item)) === true,
                      isLead: lifting.isLead,
                      onKeyDown: lifting.onKeyDown,
                    }
                  : null
              }
            />
          ))}
        </Flex>
        <DragOverlay dropAnimation={null}>
          {dragged && (
            <div className={styles.dragged}>{draggedText(movedTogether(dragged), dragged)}</div>
          )}
        </DragOverlay>
      </DndContext>
      {opened && (
        <OpeningDialog
          items={opened}
          schedule={schedule}
          onChange={change}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** A drag begins after 4 pixels, so that a press does not start one. */
const DRAG = { activationConstraint: { distance: 4 } }
const STEPS = [
  { label: 'One Week Earlier', days: -7 },
  { label: 'One Day Earlier', days: -1 },
  { label: 'One Day Later', days: 1 },
  { label: 'One Week Later', days: 7 },
]

const draggedText = (items: readonly StripItem[], { title }: StripItem) =>
  items.length > 1 ? `${title} and ${formatNumber(items.length - 1)} more` : title

const nothing = () => undefined
/** Turns off dnd-kit's announcements, because keyboard moves have their own. */
const NO_ANNOUNCEMENTS = {
  onDragStart: nothing,
  onDragOver: nothing,
  onDragEnd: nothing,
  onDragCancel: nothing,
}
