import { type IssueGroup, issueGroups, placeText } from '@rookies/data/course-import/import-report'
import type { ImportIssue } from '@rookies/data/course-import/payload'
import { formatNumber } from '@rookies/data/wording'
import { Button, Collapse, Flex } from 'antd'
import { useState } from 'react'
import typography from '../typography.module.css'

interface IssueListProps {
  title: string
  issues: readonly ImportIssue[]
  /** Whether the list is expanded when it is first shown. */
  open?: boolean
}

/** Number of places that are shown for each kind before the rest is expanded. */
const FIRST = 5

/** Problems of one severity, grouped by kind with the most frequent first, and where each occurs. */
export function IssueList({ title, issues, open = false }: IssueListProps) {
  if (issues.length === 0) return null
  return (
    <Collapse
      ghost
      defaultActiveKey={open ? [title] : []}
      items={[
        {
          key: title,
          label: (
            <>
              {title} <span className={typography.muted}>{formatNumber(issues.length)}</span>
            </>
          ),
          children: (
            <Flex vertical component="ul" gap="middle">
              {issueGroups(issues).map((group) => (
                <Kind key={group.message} {...group} />
              ))}
            </Flex>
          ),
        },
      ]}
    />
  )
}

/** Indents the wrapped lines of an entry. */
const HANGING = { paddingInlineStart: 'var(--space-4)', textIndent: 'calc(-1 * var(--space-4))' }

function Kind({ message, places }: IssueGroup) {
  const [all, setAll] = useState(false)
  const shown = all ? places : places.slice(0, FIRST)
  const many = formatNumber(places.length)
  return (
    <Flex vertical component="li" gap="small" align="flex-start">
      <span>
        {message} {places.length > 1 && <span className={typography.muted}>{many}&nbsp;times</span>}
      </span>
      <ul
        className={typography.breaks}
        aria-label={message}
        style={{ paddingInlineStart: 'var(--space-4)' }}
      >
        {shown.map((place) => (
          <li key={`${placeText(place)}:${place.about ?? ''}`} style={HANGING}>
            <bdi className={typography.muted}>{placeText(place)}</bdi> <bdi>{place.about}</bdi>
          </li>
        ))}
      </ul>
      {shown.length < places.length && (
        <Button
          size="small"
          aria-label={`Show all ${many}: ${message}`}
          onClick={() => setAll(true)}
        >
          Show all {many}
        </Button>
      )}
    </Flex>
  )
}
