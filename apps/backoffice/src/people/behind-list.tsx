import { behindReasonText } from '@rookies/data/cohorts/falling-behind'
import type { Behind } from '@rookies/data/library/behind'
import { memberName } from '@rookies/data/members/member-list'
import { Button, Flex, List } from 'antd'
import { useCallback, useId, useState } from 'react'
import { CohortLink } from '../app/cohort-link'
import { useMay } from '../app/may'
import { PersonLink } from '../app/person-link'
import { lazyDialog } from '../kit/lazy-dialog'
import type { ChosenPerson } from '../kit/person-select'
import cells from '../ui/cells.module.css'

const ClearBehind = lazyDialog(
  () => import('./clear-behind'),
  (module) => module.ClearBehind,
  { title: 'Clear With a Note', size: 'question' },
)

/** A person who has fallen behind in a cohort. */
export interface BehindRow {
  person: ChosenPerson
  cohort: { id: string; title: string }
  behind: Behind
}

interface BehindListProps {
  rows: readonly BehindRow[]
  /** Which names a row shows before its sentence. The person or cohort that the screen is about is left out. */
  names: 'person' | 'both' | 'cohort'
}

const WRAPPED = { minWidth: 0, overflowWrap: 'anywhere' } as const

/**
 * Lists who has fallen behind, each with a sentence that says why. Staff clear an entry with a note
 * (rules/cohorts#behind).
 */
export function BehindList({ rows, names }: BehindListProps) {
  const mayClear = useMay('cohort_members', 'update')
  const [clearing, setClearing] = useState<BehindRow | null>(null)
  const id = useId()
  // One person can be listed several times, so the id includes cohort and reason.
  const sentenceId = ({ person, cohort, behind }: BehindRow) =>
    `${id}-${person.id}-${cohort.id}-${behind.reason}`
  const close = useCallback(() => setClearing(null), [])
  return (
    <>
      <List
        size="small"
        rowKey={({ person, cohort, behind }: BehindRow) =>
          `${person.id} ${cohort.id} ${behind.reason}`
        }
        dataSource={[...rows]}
        renderItem={(row: BehindRow) => (
          <List.Item>
            <Flex wrap flex={1} align="center" justify="space-between" gap="small">
              <span style={WRAPPED}>
                {names !== 'cohort' && (
                  <PersonLink id={row.person.id}>{memberName(row.person)}</PersonLink>
                )}
                {names === 'both' && ', '}
                {names !== 'person' && (
                  <CohortLink id={row.cohort.id}>{row.cohort.title}</CohortLink>
                )}
                <p id={sentenceId(row)} className={cells.fact}>
                  {behindReasonText(row.behind)}
                </p>
              </span>
              {mayClear && (
                <Button
                  size="small"
                  aria-label={`Clear for ${memberName(row.person)}`}
                  aria-describedby={sentenceId(row)}
                  onClick={() => setClearing(row)}
                >
                  Clear
                </Button>
              )}
            </Flex>
          </List.Item>
        )}
      />
      {clearing && <ClearBehind row={clearing} onClose={close} />}
    </>
  )
}
