import type { LessonSummary, ModuleSummary } from '@rookies/data/course-editing/course-content'
import { formatCount } from '@rookies/data/wording'
import { Flex, Form, Radio } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { Question } from '../../kit/question'
import typography from './typography.module.css'

interface MoveToModuleProps {
  lesson: LessonSummary
  /** All modules of the course, in order. */
  modules: readonly ModuleSummary[]
  onMove: (module: ModuleSummary) => void
  onClose: () => void
}

/** Asks for another module, to whose end the lesson then moves (rules/courses#reorder). */
export default function MoveToModule({ lesson, modules, onMove, onClose }: MoveToModuleProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = modules.findIndex(({ lessons }) => lessons.some(({ id }) => id === lesson.id))
  const others = modules.filter((_, place) => place !== at)
  // Suggests the module below or else the one above, because most lessons move a short way.
  const nearest = modules[at + 1] ?? modules[at - 1]
  const [chosen, setChosen] = useState(nearest?.id)

  // The chosen option takes the focus, so that the arrow keys change the choice.
  useEffect(() => list.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])

  const move = () => {
    const module = others.find(({ id }) => id === chosen)
    if (module) onMove(module)
    // Closes if another person has deleted the chosen module.
    else onClose()
  }

  return (
    <Question title="Move to Module" confirm="Move Lesson" form={id} onClose={onClose}>
      {/* Enter on an option moves the lesson. */}
      <Form name={id} layout="vertical" onFinish={move}>
        <Form.Item
          label={
            <span id={`${id}-label`} className={typography.breaks}>
              {`Move “${lesson.title}” to the end of`}
            </span>
          }
          style={{ margin: 0 }}
        >
          <Radio.Group
            aria-labelledby={`${id}-label`}
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            <Flex ref={list} vertical gap="small">
              {others.map(({ id, title, lessons }) => (
                <Radio key={id} value={id}>
                  <span className={typography.breaks}>{title}</span>{' '}
                  <span className={typography.muted}>{formatCount(lessons.length, 'lesson')}</span>
                </Radio>
              ))}
            </Flex>
          </Radio.Group>
        </Form.Item>
      </Form>
    </Question>
  )
}
