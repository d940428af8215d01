import { EXTENSION_MESSAGES } from '@rookies/data/assignments/extension-list'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Button, Flex } from 'antd'
import { CalendarClock } from 'lucide-react'
import { useCallback, useEffect, useId, useState } from 'react'
import { useRead } from '../../app/use-read'
import { AssignmentChoice } from '../../people/assignment-choice'
import { Extensions } from '../../people/extensions'
import { GiveTime } from '../../people/time-answers'
import { DescribedSelect } from '../../ui/described-select'
import { Modal } from '../../ui/modal'

interface OfCourse {
  courseId: string
}

/** Lists the requests and extensions of a course, and gives more time to a learner (rules/assignments#extension). */
export function CourseExtensions({ courseId }: OfCourse) {
  const [giving, setGiving] = useState(false)
  const close = useCallback(() => setGiving(false), [])
  return (
    <Flex vertical gap="large">
      <div>
        <Button icon={<CalendarClock aria-hidden="true" />} onClick={() => setGiving(true)}>
          Give More Time…
        </Button>
      </div>
      <Extensions
        of={{ courseId }}
        names="person"
        empty={
          <EmptyState icon={<CalendarClock />} title="No extensions">
            <p>People who ask for more time are listed here.</p>
          </EmptyState>
        }
      />
      {giving && <GiveToLearner courseId={courseId} onClose={close} />}
    </Flex>
  )
}

interface Named {
  id: string
  name: string
}

function GiveToLearner({ courseId, onClose }: OfCourse & { onClose: () => void }) {
  const { data } = useRead('assignments/figures', { input: { courseId } })
  const [person, setPerson] = useState<Named | null>(null)
  const [lessonId, setLessonId] = useState<string>()
  const lessons = data ?? []
  const lesson = lessons.find(({ id }) => id === lessonId) ?? lessons[0]
  const learner = <LearnerSelect courseId={courseId} value={person} onChange={setPerson} />
  if (!person || !lesson) {
    return (
      <Modal
        title="Give More Time"
        onClose={onClose}
        actions={<Button onClick={onClose}>Cancel</Button>}
      >
        {data && !lesson ? <p>This course has no assignments.</p> : learner}
      </Modal>
    )
  }
  return (
    <GiveTime
      key={`${person.id} ${lesson.id}`}
      extension={{ person, lesson }}
      choice={
        <Flex vertical gap="small">
          {learner}
          <AssignmentChoice lessons={lessons} value={lesson.id} onChange={setLessonId} />
        </Flex>
      }
      onClose={onClose}
    />
  )
}

interface LearnerSelectProps extends OfCourse {
  value: Named | null
  onChange: (person: Named | null) => void
}

/** Milliseconds without typing before a search is sent. */
const PAUSE_MS = 200

/** Chooses a learner of a course by name; the server searches. */
function LearnerSelect({ courseId, value, onChange }: LearnerSelectProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setName(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isError } = useRead('extensions/learners', { input: { courseId, name } })
  // Options for an earlier text are hidden while the typed text is searched.
  const shown = name === typed.trim() ? (data ?? []) : []
  return (
    <div>
      <label htmlFor={id}>Learner</label>
      <DescribedSelect<string>
        id={id}
        style={WHOLE}
        showSearch
        filterOption={false}
        virtual={false}
        placeholder="Search learners..."
        chosen={value?.name}
        {...(value && { value: value.id })}
        options={[
          ...(value && !shown.some((one) => one.id === value.id) && typed === '' ? [value] : []),
          ...shown,
        ].map((one) => ({ value: one.id, label: one.name }))}
        notFoundContent={
          isError ? EXTENSION_MESSAGES.learnersFailed.text : data ? 'No one found' : 'Searching...'
        }
        onSearch={setTyped}
        onChange={(chosen) => onChange(shown.find((one) => one.id === chosen) ?? value)}
      />
    </div>
  )
}

const WHOLE = { width: '100%' }
