import { actionLabel } from '@rookies/data/audit/action-label'
import { actorName } from '@rookies/data/audit/actor'
import type { FieldChange } from '@rookies/data/audit/audit-record'
import { fieldLabel } from '@rookies/data/audit/field-label'
import {
  type CourseChange,
  changePlace,
  HISTORY_PAGE_SIZE,
} from '@rookies/data/course-editing/course-history'
import { durationText } from '@rookies/data/course-viewing/duration'
import { isRowId } from '@rookies/data/records/row-id'
import { momentText } from '@rookies/data/time/moment-text'
import { capitalized, formatList } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Collapse, Flex, Timeline } from 'antd'
import { ChevronDown, ChevronRight, History } from 'lucide-react'
import { createPath } from 'react-router-dom'
import { useAddressState } from '../../app/use-address-state'
import { useRead } from '../../app/use-read'
import cells from '../../ui/cells.module.css'
import { ChangesLater } from '../../ui/changes-later'
import { CursorPager } from '../../ui/cursor-pager'
import { LinkButton } from '../../ui/link-button'
import { ListFailed } from '../../ui/list-failed'
import { Waiting } from '../../ui/waiting'
import { ImportUndo } from './import/import-undo'
import { VersionsDialog } from './versions/versions-dialog'

/** Name of the search parameter that holds the change after which the page of the history starts. */
const AFTER_PARAM = 'after'
/** Name of the search parameter that holds the opened version of a lesson. */
const VERSION_PARAM = 'version'

/** The History tab of the editor: who changed what, newest first (rules/courses#history). */
export function CourseHistory({ courseId }: { courseId: string }) {
  const { params, addressWith, change: turn } = useAddressState()
  const after = params.get(AFTER_PARAM)
  const version = params.get(VERSION_PARAM) ?? ''
  const { data, isError, isFetching, refetch } = useRead('courses/history', {
    input: { courseId, after },
    // The list is always read again, because another tab may just have saved a change.
    staleTime: 0,
  })
  if (!data && isError) {
    return <ListFailed title="Failed to load history" read={{ isFetching, refetch }} />
  }
  if (!data) return <Waiting rows={8} />
  const dialog = isRowId(version) && (
    <VersionsDialog
      key={version}
      begin={version}
      onClose={() => turn({ [VERSION_PARAM]: null }, { replace: true })}
    />
  )
  if (data.length === 0 && after === null) {
    return (
      <>
        <EmptyState icon={<History />} level={2} title="No changes recorded" />
        {dialog}
      </>
    )
  }
  const last = data.length === HISTORY_PAGE_SIZE ? data.at(-1) : undefined
  return (
    <section aria-label="History" style={BELOW}>
      {after === null && <ImportUndo courseId={courseId} />}
      <Timeline
        items={data.map((change) => ({
          key: change.id,
          children: (
            <Change
              change={change}
              whole={
                change.version && createPath(addressWith({ [VERSION_PARAM]: change.version.id }))
              }
            />
          ),
        }))}
      />
      <CursorPager
        label="history"
        newer={after === null ? null : addressWith({ [AFTER_PARAM]: null })}
        older={last ? addressWith({ [AFTER_PARAM]: changePlace(last) }) : null}
      />
      {dialog}
    </section>
  )
}

/** Makes room above the timeline, because antd shifts its first line up. */
const BELOW = { paddingBlockStart: 'var(--space-2)' }

interface ChangeProps {
  change: CourseChange
  /** The address of the dialog with the complete changed text; null if no version was stored. */
  whole: string | null
}

function Change({ change, whole }: ChangeProps) {
  const { action, title, created_at, changes } = change
  return (
    <>
      <Flex wrap justify="space-between" gap="small">
        <span>
          <span className={cells.name}>{actionLabel(action)}</span>{' '}
          {title !== null && <strong>{`“${title}” `}</strong>}
          <span className={cells.fact}>{`by ${actorName(change)}`}</span>
        </span>
        <time className={cells.fact} dateTime={created_at} title={created_at}>
          {momentText(created_at)}
        </time>
      </Flex>
      {changes.length > 0 && (
        <Collapse
          ghost
          size="small"
          expandIcon={({ isActive }) =>
            isActive ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />
          }
          items={[
            {
              key: 'changes',
              label: `What changed: ${formatList(changes.map(({ field }) => fieldName(field)))}`,
              children: (
                <>
                  <ChangesLater changes={changes.map(withFieldLabel)} />
                  {whole && (
                    <LinkButton to={whole} size="small" style={{ marginTop: 'var(--space-3)' }}>
                      Compare Versions
                    </LinkButton>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
    </>
  )
}

/** Fields whose label in the editor differs from their column. Other records have no such columns. */
const FIELDS: Readonly<Record<string, string>> = { content: 'text', duration_sec: 'length' }

const fieldName = (field: string) => FIELDS[field] ?? fieldLabel(field)

/** Returns a change with the label of its field, and a duration as minutes and seconds. */
function withFieldLabel({ field, before, after }: FieldChange): FieldChange {
  const value = (held: FieldChange['before']) =>
    field === 'duration_sec' && typeof held === 'number' ? durationText(held) : held
  return {
    field: capitalized(fieldName(field)),
    before: value(before),
    after: value(after),
  }
}
