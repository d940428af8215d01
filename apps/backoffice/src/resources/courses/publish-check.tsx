import { Flex, Typography } from 'antd'
import { Link } from 'react-router-dom'
import { ReadFailed } from '../../ui/read-failed'
import { Waiting } from '../../ui/waiting'
import { checkAddress } from './course-address'
import { LinkCheckPart } from './link-check-part'
import { useCourseCheck } from './use-course-check'
import { useLinkCheck } from './use-link-check'

/** Number of remarks that are shown before publishing; a link leads to the full list. */
const MAX_REMARKS = 3

interface PublishCheckProps {
  courseId: string
  /** Closes the question when the person follows a link. */
  onLeave: () => void
}

/**
 * Shows the results of the course check before a course is published. Remarks never prevent publishing
 * (rules/courses#check).
 */
export function PublishCheck({ courseId, onLeave }: PublishCheckProps) {
  const links = useLinkCheck(courseId)
  const { read, found } = useCourseCheck(courseId, links)
  if (!found && read.isError) {
    return (
      <ReadFailed title="The course could not be checked. You can still publish it." read={read} />
    )
  }
  if (!found) return <Waiting rows={2} text="Checking..." />
  const { summary, groups } = found
  return (
    <Flex vertical gap="small" style={BELOW}>
      <Typography.Text strong role="status">
        {summary}
      </Typography.Text>
      {groups.slice(0, MAX_REMARKS).map(({ key, title, sentences }) => (
        <Typography.Text key={key} type="secondary">
          <strong>{title}</strong> {sentences.join(' ')}
        </Typography.Text>
      ))}
      {groups.length > 0 && (
        <Link to={checkAddress(courseId)} onClick={onLeave}>
          {groups.length > MAX_REMARKS ? 'See All Remarks' : 'Show in Course'}
        </Link>
      )}
      <LinkCheckPart check={links} count={found.links} />
    </Flex>
  )
}

const BELOW = { marginTop: 'var(--space-4)', overflowWrap: 'anywhere' } as const
