import type { ImportReport, MissingChoice } from '@rookies/data/course-import/import-course'
import type { importDifferenceQuery } from '@rookies/data/course-import/import-difference'
import type { ImportPayload } from '@rookies/data/course-import/payload'
import { formatCount, formatList } from '@rookies/data/wording'
import { useQuery } from '@tanstack/react-query'
import { Button, Collapse, Flex } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { ChangesLater } from '../../../ui/changes-later'
import { ReadFailed } from '../../../ui/read-failed'
import { StatusBadge, type StatusTone } from '../../../ui/status-badge'
import { Waiting } from '../../../ui/waiting'
import typography from '../typography.module.css'
import type { Importing } from './use-import'

interface ImportOutlineProps {
  payload: ImportPayload
  report: ImportReport
  missing: MissingChoice
  difference: Importing['difference']
}

/** Up to this number of changed lessons, all modules are expanded. */
const MAX_EXPANDED = 50

const BADGES: Record<
  'created' | 'updated' | 'unchanged' | 'moved' | 'order',
  [StatusTone, string]
> = {
  created: ['live', 'New'],
  updated: ['info', 'Changed'],
  unchanged: ['plain', 'Unchanged'],
  moved: ['info', 'Moved'],
  order: ['info', 'New order'],
}

/** The course as it would be after the import: modules, lessons, and what changes in each. */
export function ImportOutline({ payload, report, missing, difference }: ImportOutlineProps) {
  const modules = new Map(report.modules.map((module) => [module.source_path, module]))
  const lessons = new Map(report.lessons.map((lesson) => [lesson.source_path, lesson]))
  const { absent } = report
  const gone = absent.modules.length + absent.lessons.length
  const folds = payload.modules.map((module) => {
    const known = modules.get(module.source_path)
    return {
      key: module.source_path,
      label: (
        <Row title={module.title} note={module.lessons.length}>
          {known && known.status !== 'unchanged' && <Badge kind={known.status} />}
          {known?.reordered && <Badge kind="order" />}
        </Row>
      ),
      children: (
        <Flex vertical component="ol" gap="small">
          {module.lessons.map((lesson) => {
            const outcome = lessons.get(lesson.source_path)
            return (
              <li key={lesson.source_path}>
                <Row title={lesson.title}>
                  <Flex>
                    {outcome && <Badge kind={outcome.status} />}
                    {outcome?.moved && <Badge kind="moved" />}
                  </Flex>
                  {outcome?.status === 'updated' && (
                    <Changes of={lesson.title} query={difference(lesson.source_path)} />
                  )}
                </Row>
              </li>
            )
          })}
        </Flex>
      ),
    }
  })
  if (gone > 0) {
    folds.push({
      // No path in a folder is `/`, so this key cannot collide with one.
      key: '/',
      label: (
        <Row title="Not in the folder" note={absentText(absent)}>
          <StatusBadge
            tone={missing === 'bin' ? 'draft' : 'plain'}
            label={missing === 'bin' ? 'To the bin' : 'Kept'}
          />
        </Row>
      ),
      children: (
        <Flex vertical component="ul" gap="small">
          {absent.modules.map(({ id, title }) => (
            <li key={id}>
              <Row title={title} note="Module" />
            </li>
          ))}
          {absent.lessons.map(({ id, title }) => (
            <li key={id}>
              <Row title={title} />
            </li>
          ))}
        </Flex>
      ),
    })
  }
  const updated = (path: string) => lessons.get(path)?.status === 'updated'
  const changed = payload.modules.filter((module) =>
    module.lessons.some((lesson) => updated(lesson.source_path)),
  )
  const few =
    report.lessons.filter(({ source_path }) => updated(source_path)).length <= MAX_EXPANDED
  const unfolded = few ? changed.map((module) => module.source_path) : []
  return <Collapse ghost defaultActiveKey={unfolded} items={folds} />
}

function absentText({ modules, lessons }: ImportReport['absent']): string {
  return formatList([
    ...(modules.length > 0 ? [formatCount(modules.length, 'module')] : []),
    ...(lessons.length > 0 ? [formatCount(lessons.length, 'lesson')] : []),
  ])
}

interface RowProps {
  title: string
  note?: string | number
  /** Badges of the module or lesson. */
  children?: ReactNode
}

function Row({ title, note, children }: RowProps) {
  return (
    <Flex wrap align="center" gap="small">
      <span className={typography.breaks}>{title}</span>
      {note !== undefined && <span className={typography.muted}>{note}</span>}
      {children}
    </Flex>
  )
}

/** The changes of one lesson, which load when they are opened. */
function Changes({ of, query }: { of: string; query: ReturnType<Importing['difference']> }) {
  const [shown, setShown] = useState(false)
  const id = useId()
  if (!query) return null
  return (
    <>
      <Button
        size="small"
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        aria-label={`What changes in ${of}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide Changes' : 'Show Changes'}
      </Button>
      {shown && (
        <div id={id} style={{ flexBasis: '100%', marginBlockEnd: 'var(--space-2)' }}>
          <ImportDifference query={query} />
        </div>
      )}
    </>
  )
}

function Badge({ kind }: { kind: keyof typeof BADGES }) {
  const [tone, label] = BADGES[kind]
  return <StatusBadge tone={tone} label={label} />
}

/** What an import would change in a lesson, field by field (rules/courses#import). */
function ImportDifference({ query }: { query: ReturnType<typeof importDifferenceQuery> }) {
  // TanStack Query is used directly, because `useCustom` would put the whole folder into the query key.
  const { data, isError, isFetching, refetch } = useQuery({ ...query, retry: false })
  if (!data && isError) {
    return <ReadFailed title="Failed to load the changes" read={{ isFetching, refetch }} />
  }
  if (!data) return <Waiting rows={2} />
  if (data.length === 0) return <p className={typography.muted}>Nothing visible changes.</p>
  return <ChangesLater changes={data} />
}
