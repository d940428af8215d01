import { dayOf } from '@rookies/data/dates/days'
import { accessReasonText, answerForAll, isAllShut } from '@rookies/data/members/access-reason'
import { filterCourses } from '@rookies/data/members/member-access'
import { MEMBER_MESSAGES } from '@rookies/data/members/member-list'
import type { PersonDetails } from '@rookies/data/members/person'
import type { ExplainedCourse } from '@rookies/data/members/person-access'
import { dayText } from '@rookies/data/time/moment-text'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Alert, Button, Collapse, Flex, List } from 'antd'
import { BookOpen } from 'lucide-react'
import { useCallback, useId } from 'react'
import { useMay } from '../../../app/may'
import { useAddressState } from '../../../app/use-address-state'
import { useRead } from '../../../app/use-read'
import cells from '../../../ui/cells.module.css'
import { DateField } from '../../../ui/date-field'
import { ListFailed } from '../../../ui/list-failed'
import { SearchField } from '../../../ui/search-field'
import { StatusBadge } from '../../../ui/status-badge'
import { Waiting } from '../../../ui/waiting'
import { FixAccess } from './fix-access'
import { LessonAnswers } from './lesson-answers'

interface PersonAccessProps {
  person: PersonDetails
  onEnable: () => void
}

/** Number of courses that are shown at first; a search finds the others. */
const MAX_WITHOUT_SEARCH = 10

const ANSWER = { flex: 1, minWidth: 0 } as const
/** Removes the padding at the sides of a row, because the list has its own. */
const NO_SIDE_PADDING = {
  header: { paddingInline: 0 },
  body: { paddingInline: '1.5rem 0' },
} as const

const DAY = /^\d{4}-\d\d-\d\d$/

/** Says which courses and lessons a person can open, and why (rules/members#why). */
export function PersonAccess({ person, onEnable }: PersonAccessProps) {
  const { params, change } = useAddressState()
  const fieldId = useId()
  const today = dayOf(new Date().toISOString())
  const wanted = params.get('day') ?? ''
  const chosenDay = DAY.test(wanted) && wanted > today ? wanted : ''
  const typed = params.get('q') ?? ''
  const read = useRead('profiles/access', {
    input: { id: person.id, day: chosenDay },
    keepsPrevious: true,
    staleTime: 0,
  })
  const mayDisable = useMay('profiles', 'disable', person)
  const onSearch = useCallback(
    (q: string) => change({ q, course: null }, { replace: true }),
    [change],
  )

  const forAll = answerForAll(read.data ?? [])
  const courses = filterCourses(read.data ?? [], typed)
  return (
    <section aria-label="What can they open, and why?">
      <Flex wrap align="center" justify="space-between" gap="small">
        <h2>What can they open, and why?</h2>
        <Flex align="center" gap="small">
          <label htmlFor={fieldId}>On</label>
          <DateField
            id={fieldId}
            value={chosenDay || today}
            earliest={today}
            onChange={(value) => change({ day: value > today ? value : null })}
          />
        </Flex>
      </Flex>
      <p className={cells.count} role="status">
        {chosenDay &&
          `Shows grants and schedules as of ${dayText(`${chosenDay}T12:00`)}. Account and courses are shown as they are now.`}
      </p>
      {read.isPending && <Waiting rows={6} />}
      {read.isError && !read.data && (
        <ListFailed title={MEMBER_MESSAGES.whyFailed.text} read={read} />
      )}
      {read.data?.length === 0 && <EmptyState icon={<BookOpen />} title="No courses yet" />}
      {forAll && (
        <Alert
          showIcon
          type={forAll.open ? 'success' : 'warning'}
          message={accessReasonText(forAll, dayText)}
          description={
            forAll.open
              ? 'Every course and every lesson, including drafts.'
              : "They can't open anything, whatever was granted."
          }
          action={
            forAll.reason === 'DISABLED' &&
            mayDisable && (
              <Button size="small" onClick={onEnable}>
                Enable Account
              </Button>
            )
          }
        />
      )}
      {read.data && !forAll && read.data.length > MAX_WITHOUT_SEARCH && (
        <SearchField label="Find a course..." value={typed} onSearch={onSearch} />
      )}
      {!forAll && typed !== '' && read.data && courses.length === 0 && (
        <EmptyState icon={<BookOpen />} title="No courses found" />
      )}
      {!forAll && courses.length > 0 && (
        <List
          bordered
          size="small"
          aria-busy={read.isPlaceholderData}
          rowKey="id"
          dataSource={courses}
          renderItem={(course) => (
            <List.Item>
              <Collapse
                ghost
                size="small"
                style={ANSWER}
                activeKey={params.get('course') ?? []}
                onChange={([opened]) => change({ course: opened ?? null })}
                items={[
                  {
                    key: course.id,
                    styles: NO_SIDE_PADDING,
                    label: <CourseAnswer course={course} />,
                    // A click on the text expands the lessons; a click on the button beside it does not.
                    collapsible: 'header',
                    extra: <FixAccess person={person} course={course} />,
                    children: <LessonAnswers id={person.id} courseId={course.id} day={chosenDay} />,
                  },
                ]}
              />
            </List.Item>
          )}
        />
      )}
    </section>
  )
}

/**
 * The badge of a course. `open` is true as soon as the person has access, even if the schedule has not opened a
 * lesson yet.
 */
const badge = (course: ExplainedCourse) =>
  isAllShut(course)
    ? ({ tone: 'plain', label: 'Not open yet' } as const)
    : course.open
      ? ({ tone: 'live', label: 'Open' } as const)
      : ({ tone: 'plain', label: 'Closed' } as const)

function CourseAnswer({ course }: { course: ExplainedCourse }) {
  return (
    <>
      <Flex wrap gap="small">
        <span className={cells.name}>{course.title}</span>
        <StatusBadge {...badge(course)} />
      </Flex>
      <span className={cells.fact}>{accessReasonText(course, dayText)}</span>
    </>
  )
}
