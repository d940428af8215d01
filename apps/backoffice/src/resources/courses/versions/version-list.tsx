import {
  growthText,
  type LessonVersion,
  lessonTextName,
  VERSIONS_PAGE_SIZE,
} from '@rookies/data/course-editing/lesson-versions'
import { momentText } from '@rookies/data/time/moment-text'
import { formatList } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Button, Divider, Flex } from 'antd'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../../app/use-read'
import cells from '../../../ui/cells.module.css'
import { ListFailed } from '../../../ui/list-failed'
import { StatusBadge } from '../../../ui/status-badge'
import { Waiting } from '../../../ui/waiting'

interface VersionListProps {
  lessonId: string
  onChoose: (id: string) => void
}

/** The versions of a lesson, newest first: when, by whom, and how much changed. */
export function VersionList({ lessonId, onChoose }: VersionListProps) {
  const [before, setBefore] = useState<number | null>(null)
  const { data, isError, isFetching, refetch } = useRead('lessons/versions', {
    input: { lessonId, before },
    staleTime: 0,
    keepsPrevious: true,
  })
  if (!data && isError) {
    return <ListFailed title="Failed to load versions" read={{ isFetching, refetch }} />
  }
  if (!data) return <Waiting rows={6} />
  if (data.length === 0 && before === null) {
    return (
      <EmptyState icon={<History />} level={3} title="No earlier versions yet">
        The first time you change the title, the description or the text, the current version is
        kept here.
      </EmptyState>
    )
  }
  const last = data.length === VERSIONS_PAGE_SIZE ? data.at(-1) : undefined
  return (
    <>
      <ul aria-label="Versions">
        {data.map((version, place) => (
          <li key={version.id}>
            {place > 0 && <Divider size="small" />}
            <Version
              version={version}
              now={before === null && place === 0}
              onChoose={() => onChoose(version.id)}
            />
          </li>
        ))}
      </ul>
      {(before !== null || last) && (
        <Flex justify="center" gap="small" className={cells.pages ?? ''}>
          <Button disabled={before === null} onClick={() => setBefore(null)}>
            Newest
          </Button>
          <Button disabled={!last} onClick={() => last && setBefore(last.no)}>
            Older
          </Button>
        </Flex>
      )}
    </>
  )
}

interface VersionProps {
  version: LessonVersion
  /** Whether this is the current version. */
  now: boolean
  onChoose: () => void
}

function Version({ version, now, onChoose }: VersionProps) {
  const { created_at, who } = version
  const moment = momentText(created_at)
  return (
    <Flex align="center" justify="space-between" gap="middle">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <p>
          <time className={cells.name} dateTime={created_at}>
            {moment}
          </time>
          {now && (
            <>
              {' '}
              <StatusBadge tone="live" label="Now" />
            </>
          )}
          {who !== null && <span className={cells.fact}>{` by ${who}`}</span>}
        </p>
        <p className={cells.fact}>{whatChanged(version)}</p>
      </div>
      <Button aria-label={`Compare version ${version.no}, of ${moment}`} onClick={onChoose}>
        Compare
      </Button>
    </Flex>
  )
}

function whatChanged({ fields, growth, restores }: LessonVersion): string {
  if (fields.length === 0) return 'The lesson before the first recorded change'
  const names = formatList(fields.map(lessonTextName))
  // The size of an assignment's settings is not shown, because they are not a text.
  const isText = fields.some((field) => field !== 'assignment')
  const changed = isText ? `${names}: ${growthText(growth)}` : names
  return restores === null ? changed : `Restored from ${momentText(restores)} · ${changed}`
}
