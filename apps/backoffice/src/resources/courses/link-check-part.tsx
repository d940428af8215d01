import { linksSummary, unknownLinks } from '@rookies/data/course-editing/course-remarks'
import { formatCount } from '@rookies/data/wording'
import { Alert, Button, Flex, Typography } from 'antd'
import { Link2 } from 'lucide-react'
import type { LinkCheck } from './use-link-check'

interface LinkCheckPartProps {
  check: LinkCheck
  /** Number of links that can be checked. */
  count: number
}

/** Starts a course's link check and shows its results. */
export function LinkCheckPart({ check, count }: LinkCheckPartProps) {
  const { links, start, busy, error } = check
  if (count === 0) return null
  const unknown = links === null ? [] : unknownLinks(links)
  return (
    <Flex vertical gap="small" align="flex-start">
      {/* An empty status line takes no room. */}
      <Typography.Text type="secondary" role="status" style={busy || links ? BREAKS : NO_ROOM}>
        {busy
          ? `Checking ${formatCount(count, 'link')}. This can take up to a minute.`
          : links && linksSummary(links)}
      </Typography.Text>
      {!busy && unknown.length > 0 && (
        <ul style={BREAKS}>
          {unknown.slice(0, 20).map(({ target, isVideo, lesson }) => (
            <li key={target}>
              <Typography.Text type="secondary">
                {isVideo ? `The video of “${lesson}”` : target}
              </Typography.Text>
            </li>
          ))}
        </ul>
      )}
      {!busy && error && (
        <Alert
          type="error"
          message={error.hint ? error.message : 'The links could not be checked.'}
        />
      )}
      <Button icon={<Link2 aria-hidden="true" />} loading={busy} onClick={start}>
        {busy
          ? 'Checking...'
          : links === null
            ? `Check ${formatCount(count, 'Link')}`
            : 'Check Links Again'}
      </Button>
    </Flex>
  )
}

const NO_ROOM = { position: 'absolute' } as const
const BREAKS = { overflowWrap: 'anywhere', maxWidth: '100%' } as const
