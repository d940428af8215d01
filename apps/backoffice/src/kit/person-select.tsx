import { useList } from '@refinedev/core'
import { roleLabel } from '@rookies/data/access/roles'
import { listFilters } from '@rookies/data/lists/list-state'
import {
  MEMBER_LIST,
  MEMBER_MESSAGES,
  type Member,
  type MemberFilterValues,
  memberName,
} from '@rookies/data/members/member-list'
import type { Toast } from '@rookies/data/toasts'
import { formatNumber } from '@rookies/data/wording'
import { keepPreviousData } from '@tanstack/react-query'
import { Flex, Typography } from 'antd'
import { type ReactElement, useEffect, useState } from 'react'
import { toast } from '../app/notification-provider'
import { DescribedSelect } from '../ui/described-select'

/** The value of the field: the person with the texts that the field shows. */
export type ChosenPerson = Pick<Member, 'id' | 'name' | 'email'>

interface PersonSelectProps {
  /** Given by the form item. */
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  value?: ChosenPerson | null
  onChange?: (person: ChosenPerson | null) => void
  /** The account states of people who can be chosen; all by default. */
  state?: MemberFilterValues['state']
  /** Returns why a person cannot be chosen, for example because they are in the list already; undefined if they can. */
  refusal?: (person: Member) => string | undefined
  placeholder?: string
  /** Shown if the people cannot be read. */
  failed?: Toast
}

/** Milliseconds without typing before a search is sent. */
const PAUSE_MS = 200
/** Number of options shown at once; typing finds the others. */
const OPTIONS = 20
const WRAPPED = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const
const WHOLE = { flex: 'none' }
const COLUMNS = { columnGap: 'var(--space-4)' }
const BELOW = { padding: 'var(--space-2) var(--space-3)' }

/** Selects one of all people, whom the server searches by the typed text. */
export function PersonSelect(props: PersonSelectProps) {
  const { state = '', placeholder = 'Search members...', value: person = null } = props
  const { failed = MEMBER_MESSAGES.listFailed, onChange, refusal } = props
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid } = props
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const searched = usePause(typed.trim())
  // Refine's `useSelect` is not used, because it would add 2 kB to the code that every screen loads first.
  const { query, result } = useList<Member>({
    resource: 'profiles',
    filters: listFilters(MEMBER_LIST, { state, q: searched }),
    sorters: [{ field: 'name', order: 'asc' }],
    pagination: { currentPage: 1, pageSize: OPTIONS },
    queryOptions: { enabled: open, placeholderData: keepPreviousData },
    // Live changes are off, because options must not move while a person is about to choose one.
    liveMode: 'off',
    errorNotification: toast(failed, 'error'),
  })
  // Results of an earlier text are not offered, so that a person who types quickly does not choose a wrong one.
  const fresh = query.isSuccess && !query.isPlaceholderData && searched === typed.trim()
  const shown = fresh ? result.data : []
  const kept = person && !shown.some(({ id }) => id === person.id) && typed === '' ? [person] : []
  const more = fresh && query.data ? query.data.total - shown.length : 0

  return (
    <DescribedSelect<string>
      {...(id !== undefined && { id })}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      showSearch
      allowClear
      filterOption={false}
      // In antd's virtual lists, options lack the role `option`.
      virtual={false}
      placeholder={placeholder}
      chosen={person ? personLabel(person) : undefined}
      // antd shows the placeholder only if the value is undefined.
      {...(person && { value: person.id })}
      options={[
        ...kept.map((option) => ({ ...named(option), of: '' })),
        ...shown.map((option) => {
          const refused = refusal?.(option)
          return {
            ...named(option),
            of: refused ?? roleLabel(option.role),
            disabled: Boolean(refused),
          }
        }),
      ]}
      optionRender={({ data: { label, of } }) => (
        <Flex justify="space-between" style={COLUMNS}>
          <span style={WRAPPED}>{label}</span>
          <Typography.Text type="secondary" style={WHOLE}>
            {of}
          </Typography.Text>
        </Flex>
      )}
      popupRender={(list) => (
        <>
          {list}
          {more > 0 && <More shown={shown.length} total={shown.length + more} />}
        </>
      )}
      notFoundContent={emptyText(fresh, query.isError, failed)}
      open={open}
      onOpenChange={(opens) => {
        setOpen(opens)
        if (opens && query.isError) void query.refetch()
      }}
      onSearch={setTyped}
      onChange={(id?: string) => onChange?.(shown.find((option) => option.id === id) ?? null)}
    />
  )
}

const named = (person: ChosenPerson) => ({ value: person.id, label: personLabel(person) })

const personLabel = (person: ChosenPerson) => `${memberName(person)}, ${person.email}`

function More({ shown, total }: { shown: number; total: number }): ReactElement {
  const others = `${shown} of ${formatNumber(total)}. Type more to find others.`
  return (
    <div style={BELOW}>
      <Typography.Text type="secondary" role="status">
        {others}
      </Typography.Text>
    </div>
  )
}

function emptyText(answered: boolean, failed: boolean, { text }: Toast): string {
  if (failed) return `${text}. Type again to retry.`
  return answered ? 'No one found' : 'Searching...'
}

/** Returns the text of the field, with a delay until typing pauses. */
function usePause(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
