import type { LessonSummary, ModuleSummary } from '@rookies/data/course-editing/course-content'
import { formatCount } from '@rookies/data/wording'
import { Button, Flex, Form, Radio } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { Modal } from '../../ui/modal'
import typography from './typography.module.css'

interface MoveToModuleProps {
  lesson: LessonSummary
  /** All modules of the course, in order. */
  modules: readonly ModuleSummary[]
  onMove: (module: ModuleSummary) => void
  onClose: () => void
}

/** Moves a lesson to the end of another module (rules/courses#reorder). */
export default function MoveToModule({ lesson, modules, onMove, onClose }: MoveToModuleProps) {
  const formId = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = modules.findIndex(({ lessons }) => lessons.some(({ id }) => id === lesson.id))
  const others = modules.filter((_, place) => place !== at)
  // The module below, else the one above, because most lessons move a short way.
  const nearest = modules[at + 1] ?? modules[at - 1]

  // With the focus on the chosen option, the arrow keys change it.
  useEffect(() => list.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])

  return (
    <Modal
      open
      title="Move to Module"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" htmlType="submit" form={formId}>
            Move Lesson
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        layout="vertical"
        initialValues={{ module: nearest?.id }}
        onFinish={({ module }: { module?: string }) => {
          const chosen = others.find(({ id }) => id === module)
          if (chosen) onMove(chosen)
          // Another person has deleted the module.
          else onClose()
        }}
      >
        <Form.Item
          name="module"
          label={
            <span className={typography.breaks}>{`Where “${lesson.title}” becomes the last`}</span>
          }
          style={{ margin: 0 }}
        >
          <Radio.Group>
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
    </Modal>
  )
}
