import type { RemarkGroup } from '@rookies/data/course-editing/course-remarks'
import { formatNumber } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Button, Drawer, Flex, Typography } from 'antd'
import { CircleCheck, X } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { useAddressState } from '../../app/use-address-state'
import { ListFailed } from '../../ui/list-failed'
import { layerPlace, useLayer } from '../../ui/use-layer'
import { Waiting } from '../../ui/waiting'
import { LESSON_PARAM } from './lesson-dialog/lesson-address'
import { LinkCheckPart } from './link-check-part'
import typography from './typography.module.css'
import { useCourseCheck } from './use-course-check'
import type { LinkCheck } from './use-link-check'

interface CourseCheckProps {
  courseId: string
  links: LinkCheck
  onClose: () => void
}

/** Check Course: what is missing or broken, by lesson, with links to the lessons (rules/courses#check). */
export default function CourseCheck({ courseId, links, onClose }: CourseCheckProps) {
  return (
    <Drawer
      open
      placement="right"
      width="min(32rem, 100vw)"
      closable={false}
      autoFocus={false}
      aria-label="Check Course"
      getContainer={layerPlace}
      onClose={onClose}
    >
      <Top onClose={onClose} />
      <Found courseId={courseId} links={links} />
    </Drawer>
  )
}

function Top({ onClose }: Pick<CourseCheckProps, 'onClose'>) {
  const close = useRef<HTMLButtonElement>(null)
  useLayer(close, onClose)
  return (
    <Flex justify="space-between" align="center" style={{ marginBottom: 'var(--space-4)' }}>
      <h2 className={typography.heading}>Check Course</h2>
      <Button
        ref={close}
        type="text"
        icon={<X aria-hidden="true" />}
        aria-label="Close"
        onClick={onClose}
      />
    </Flex>
  )
}

function Found({ courseId, links }: Omit<CourseCheckProps, 'onClose'>) {
  const { read, found } = useCourseCheck(courseId, links)
  if (!found && read.isError) {
    return <ListFailed title="Failed to check the course" read={read} />
  }
  if (!found) return <Waiting rows={6} text="Checking..." />
  const { summary, groups, unshown } = found
  return (
    <Flex vertical gap="large">
      <div role="status">
        {groups.length === 0 ? (
          <EmptyState icon={<CircleCheck />} level={3} title={summary} />
        ) : (
          <Typography.Text strong>{summary}</Typography.Text>
        )}
      </div>
      <LinkCheckPart check={links} count={found.links} />
      {groups.length > 0 && (
        <Flex component="ul" vertical gap="middle" style={BREAKS}>
          {groups.map((group) => (
            <li key={group.key}>
              <Remarks group={group} />
            </li>
          ))}
        </Flex>
      )}
      {unshown > 0 && (
        <Typography.Text type="secondary">
          {`${formatNumber(unshown)} more aren't shown. Fix these first.`}
        </Typography.Text>
      )}
    </Flex>
  )
}

function Remarks({ group: { lessonId, title, sentences } }: { group: RemarkGroup }) {
  const { addressWith } = useAddressState()
  return (
    <Flex vertical gap="0.25rem">
      {lessonId === null ? (
        <span className={typography.title}>{title}</span>
      ) : (
        <Link className={typography.title} to={addressWith({ [LESSON_PARAM]: lessonId })}>
          {title}
        </Link>
      )}
      {sentences.map((sentence) => (
        <Typography.Text key={sentence} type="secondary">
          {sentence}
        </Typography.Text>
      ))}
    </Flex>
  )
}

const BREAKS = { overflowWrap: 'anywhere' } as const
