import {
  emailsOf,
  type LessonRepositories,
  REPOSITORIES_PAGE,
  REPOSITORY_STATES,
} from '@rookies/data/assignments/repositories'
import {
  copiedText,
  REPOSITORY_FILTERS,
  REPOSITORY_MESSAGES,
  REPOSITORY_STATE_LABELS,
} from '@rookies/data/assignments/repository-table'
import { copyText } from '@rookies/data/device/copy-text'
import { filterValues } from '@rookies/data/lists/list-state'
import { formatNumber, formatPeople } from '@rookies/data/wording'
import { Button } from 'antd'
import { Copy, FolderGit2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useMay } from '../../app/may'
import { useToasts } from '../../app/toasts'
import { useAddressState } from '../../app/use-address-state'
import { useLiveReads } from '../../app/use-live'
import { useRead } from '../../app/use-read'
import { FilterBar } from '../../kit/filter-bar'
import { ListTable } from '../../kit/list-table'
import { pageCount } from '../../ui/page-count'
import { PageHeader } from '../../ui/page-header'
import { CohortFilter } from './filters'
import styles from './repositories.module.css'
import { REPOSITORY_COLUMNS } from './repository-columns'

/** Without these parameters, the address shows the first page. */
const BEGINNING = { page: null }

/**
 * `/admin/reviews/repositories/{lesson}` and the same for moderators: who connected a repository for an assignment, whose
 * newest result fails, and who never pushed (rules/repositories#table).
 */
export function Repositories() {
  const { id: lessonId = '' } = useParams()
  const mayReadCohorts = useMay('cohort_members', 'update')
  const { params, page, change, addressWith, pageAddress } = useAddressState()
  const { state, cohort } = filterValues(REPOSITORY_FILTERS, (name) => params.get(name))
  const whose = { lessonId, state, cohortId: cohort }
  const read = useRead('lessons/repositories', { input: { ...whose, page }, keepsPrevious: true })
  useLiveReads(['submissions'], ['submissions'])
  const titles = useRead('submissions/assignments')
  const title = titles.data?.find(({ id }) => id === lessonId)?.title
  const { total = 0, rows } = read.data ?? {}
  const pages = pageCount(total, REPOSITORIES_PAGE)
  const isSettled = read.isSuccess && !read.isPlaceholderData

  return (
    <>
      <PageHeader
        title="Repositories"
        {...(title !== undefined && { subtitle: title })}
        actions={read.data && <CopyEmails whose={whose} shown={read.data} />}
      />
      <States
        chosen={state}
        counts={read.data?.counts}
        addressOf={(next) => addressWith({ ...BEGINNING, state: next })}
      />
      {mayReadCohorts && (
        <FilterBar
          search={
            <CohortFilter value={cohort} onChange={(id) => change({ ...BEGINNING, cohort: id })} />
          }
        />
      )}
      <ListTable
        label="Repositories"
        storedAs="repositories"
        columns={REPOSITORY_COLUMNS}
        query={read}
        records={rows}
        failed={REPOSITORY_MESSAGES.listFailed.text}
        count={read.data && formatPeople(total)}
        paging={{ page, pages, to: pageAddress }}
        beyond={isSettled && page > pages ? addressWith(BEGINNING) : null}
        onClear={
          state || cohort ? () => change({ ...BEGINNING, state: null, cohort: null }) : undefined
        }
        empty={{
          icon: <FolderGit2 />,
          title: state || cohort ? 'Nobody found' : 'Nobody takes this course yet',
          text:
            state || cohort
              ? 'Try another state or cohort.'
              : 'People appear here as soon as they can open the course.',
        }}
      />
    </>
  )
}

interface StatesProps {
  chosen: keyof typeof REPOSITORY_STATE_LABELS | ''
  counts: LessonRepositories['counts'] | undefined
  addressOf: (state: string | null) => { pathname: string; search: string }
}

/** Links that filter the table by state, each with the number of people in it. */
function States({ chosen, counts, addressOf }: StatesProps) {
  const all = counts && counts.CONNECTED + counts.CONNECTING + counts.NEVER
  const link = (state: StatesProps['chosen'], label: string, count: number | undefined) => (
    <li key={state}>
      <Link
        className={styles.state}
        to={addressOf(state)}
        aria-current={chosen === state ? 'page' : undefined}
        preventScrollReset
      >
        {label} {count !== undefined && <span>{formatNumber(count)}</span>}
      </Link>
    </li>
  )
  return (
    <nav aria-label="State of repositories">
      <ul className={styles.states}>
        {link('', 'All', all)}
        {REPOSITORY_STATES.map((state) =>
          link(state, REPOSITORY_STATE_LABELS[state], counts?.[state]),
        )}
      </ul>
    </nav>
  )
}

interface CopyEmailsProps {
  whose: { lessonId: string; state: StatesProps['chosen']; cohortId: string }
  /** The page of the table that is shown. */
  shown: LessonRepositories
}

/** Copies the emails of all people in the chosen state and cohort, so that staff can write to them. */
function CopyEmails({ whose, shown }: CopyEmailsProps) {
  const toasts = useToasts()
  const [isCopying, setCopying] = useState(false)
  const all = useRead('lessons/repository_emails', { input: whose, enabled: false, gcTime: 0 })
  const onPage = emailsOf(shown.rows)
  const copy = async () => {
    setCopying(true)
    try {
      // A browser may refuse to copy after a request, so no request is made if the page has everybody.
      const isWhole = shown.rows.length === shown.total
      const found = isWhole ? { emails: onPage, people: shown.total } : await all.latest()
      if (!found) return toasts.failed(REPOSITORY_MESSAGES.emailsFailed)
      await copyText(found.emails.join(', '))
      toasts.succeeded({ text: copiedText(found.emails.length, found.people) })
    } catch {
      toasts.failed(REPOSITORY_MESSAGES.emailsFailed)
    } finally {
      setCopying(false)
    }
  }
  if (onPage.length === 0) return null
  return (
    <Button icon={<Copy aria-hidden="true" />} loading={isCopying} onClick={() => void copy()}>
      Copy Emails
    </Button>
  )
}
