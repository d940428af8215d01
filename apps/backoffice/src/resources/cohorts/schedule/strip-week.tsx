import { useDroppable } from '@dnd-kit/core'
import type { Schedule, StripWeek } from '@rookies/data/cohorts/schedule'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { addDays } from '@rookies/data/time/days'
import { Flex } from 'antd'
import { StatusBadge } from '../../../ui/status-badge'
import styles from './schedule.module.css'
import { type ItemActions, StripItemCard } from './strip-item'
import { keyOf } from './use-lifting'

interface WeekProps {
  week: StripWeek
  schedule: Schedule
  /** Ids of the expanded modules, and of the modules that have lessons. */
  unfolded: ReadonlySet<string>
  foldable: ReadonlySet<string>
  onUnfold: (moduleId: string) => void
  actions: ItemActions | null
}

const DAYS = [0, 1, 2, 3, 4, 5, 6]

/** One week of the strip: seven days side by side or, on a narrow screen, below each other. */
export function Week({ week, ...rest }: WeekProps) {
  const { index, first, last, isNow } = week
  const name = `Week ${index + 1}`
  return (
    <section className={styles.week} aria-label={name} data-now={isNow || undefined}>
      <Flex component="h2" wrap align="center" gap="small" className={styles.head}>
        {name} <span className={styles.dates}>{`${dayInWords(first)} – ${dayInWords(last)}`}</span>
        {isNow && <StatusBadge tone="info" label="This week" />}
      </Flex>
      <div className={styles.days}>
        {DAYS.map((weekday) => (
          <Day key={weekday} day={index * 7 + weekday} week={week} {...rest} />
        ))}
      </div>
    </section>
  )
}

/** One day of the strip, on which items can be dropped. */
function Day({
  day,
  week,
  schedule,
  unfolded,
  foldable,
  onUnfold,
  actions,
}: WeekProps & { day: number }) {
  const { setNodeRef, isOver } = useDroppable({ id: `day-${day}`, data: { day } })
  const date = addDays(schedule.starts_on, day)
  const items = week.items.filter((item) => item.day === day)
  return (
    <div
      ref={setNodeRef}
      className={styles.day}
      data-over={isOver || undefined}
      data-today={date === schedule.today || undefined}
      data-past={date < schedule.today || undefined}
      data-empty={items.length === 0 || undefined}
    >
      <h3 className={styles.date}>
        {dayInWords(date)}
        {date === schedule.today && ', today'}
      </h3>
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <StripItemCard
              key={keyOf(item)}
              item={item}
              schedule={schedule}
              unfolded={
                item.kind === 'module' && foldable.has(item.id) ? unfolded.has(item.id) : null
              }
              onUnfold={onUnfold}
              actions={actions}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
