import {
  EXTENSION_TOASTS,
  EXTENSIONS_SHOWN,
  type Extension,
  type ExtensionFilter,
} from '@rookies/data/assignments/extension-list'
import { agreedText } from '@rookies/data/time/agreed-text'
import { formatCount, formatNumber, formatPeople } from '@rookies/data/wording'
import { Button, Flex, List } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { PersonLink } from '../app/person-link'
import { useAct } from '../app/use-act'
import { useLive } from '../app/use-live'
import { useInvalidateRead, useRead } from '../app/use-read'
import { lazyDialog } from '../kit/lazy-dialog'
import { Question } from '../kit/question'
import { useConfirmedAct } from '../kit/use-confirmed-act'
import { Ago } from '../ui/ago'
import cells from '../ui/cells.module.css'
import { ListFailed } from '../ui/list-failed'
import { Waiting } from '../ui/waiting'

const GiveTime = lazyDialog(
  () => import('./give-time'),
  (module) => module.GiveTime,
  { title: 'Give More Time', size: 'question' },
)

interface ExtensionsProps {
  /** The cohort or the person whose extensions are listed. */
  of: Omit<ExtensionFilter, 'given'>
  /** What each row begins with: the person, or only the assignment if the screen is about one person. */
  names: 'person' | 'lesson'
  /** Shown if there are no requests and no extensions; nothing by default. */
  empty?: ReactNode
}

/** Lists the requests for more time and the extensions that were given (rules/assignments#extension). */
export function Extensions({ of, names, empty = null }: ExtensionsProps) {
  const changed = useExtensionsChanged()
  useLive(['submissions'], changed)
  const asked = useRead('extensions/list', { input: { ...of, given: false } })
  const given = useRead('extensions/list', { input: { ...of, given: true } })
  const [giving, setGiving] = useState<Extension | null>(null)
  const close = useCallback(() => setGiving(null), [])
  const decline = useAct({
    act: ({ person, lesson }: Extension) => ({
      name: 'extensions/decline',
      input: { personId: person.id, lessonId: lesson.id },
    }),
    done: EXTENSION_TOASTS.declined,
    failed: EXTENSION_TOASTS.declineFailed,
    onSettled: changed,
  })
  const end = useConfirmedAct({
    act: ({ person, lesson }: Extension) => ({
      name: 'extensions/end',
      input: { personId: person.id, lessonId: lesson.id },
    }),
    done: EXTENSION_TOASTS.ended,
    failed: EXTENSION_TOASTS.endFailed,
    onSettled: changed,
  })

  const failed = [asked, given].find(({ isError, data }) => isError && !data)
  if (failed) {
    return (
      <ListFailed
        title={EXTENSION_TOASTS.loadFailed.text}
        retrying={failed.isFetching}
        onRetry={() => failed.refetch()}
      />
    )
  }
  if (!asked.data || !given.data) return <Waiting rows={4} />
  if (asked.data.total + given.data.total === 0) return empty
  return (
    <Flex vertical gap="large">
      {asked.data.total > 0 && (
        <ExtensionSection
          title={
            names === 'person'
              ? `${formatCount(asked.data.total, 'request')} for more time`
              : 'Asks for more time'
          }
          list={asked.data}
          names={names}
          text={({ request }) => request?.note ?? ''}
          fact={({ due, request }) => (
            <>
              {due && `Due ${agreedText(due.at, due.zone, Date.now()).text}`}
              {due && request && ' · '}
              {request && (
                <>
                  asked <Ago at={request.asked_at} />
                </>
              )}
            </>
          )}
          actions={(row) => (
            <>
              <Button
                size="small"
                aria-label={`Give ${row.person.name} more time for ${row.lesson.title}`}
                onClick={() => setGiving(row)}
              >
                Give More Time
              </Button>
              <Button
                size="small"
                type="text"
                data-writes
                aria-label={`Decline ${row.person.name}, ${row.lesson.title}`}
                onClick={() => decline.mutate(row)}
              >
                Decline
              </Button>
            </>
          )}
        />
      )}
      {given.data.total > 0 && (
        <ExtensionSection
          title={`Extensions (${formatNumber(given.data.total)})`}
          list={given.data}
          names={names}
          text={(row) => row.given?.reason ?? ''}
          fact={({ given: extension, due }) =>
            extension && (
              <>
                {`Until ${agreedText(extension.due_at, due?.zone ?? 'UTC', Date.now()).text}`}
                {`, given by ${extension.by ?? 'a deleted account'}`}
              </>
            )
          }
          actions={(row) => (
            <>
              <Button
                size="small"
                aria-label={`Change extension of ${row.person.name}, ${row.lesson.title}`}
                onClick={() => setGiving(row)}
              >
                Change
              </Button>
              <Button
                size="small"
                type="text"
                aria-label={`End extension of ${row.person.name}, ${row.lesson.title}`}
                onClick={() => end.ask(row)}
              >
                End
              </Button>
            </>
          )}
        />
      )}
      {giving && <GiveTime extension={giving} onGiven={changed} onClose={close} />}
      {end.subject && (
        <Question
          title="End extension?"
          confirm="End Extension"
          busy={end.busy}
          onConfirm={end.onConfirm}
          onClose={end.onClose}
        >
          <p>
            {`${end.subject.lesson.title} is then due for ${end.subject.person.name} as for everybody in the cohort.`}
          </p>
        </Question>
      )}
    </Flex>
  )
}

/** Returns a function that refetches the lists of extensions. */
export function useExtensionsChanged() {
  const invalidate = useInvalidateRead()
  return useCallback(() => invalidate('extensions/list'), [invalidate])
}

interface ExtensionSectionProps {
  title: string
  list: { total: number; rows: Extension[] }
  names: ExtensionsProps['names']
  /** The note of the request, or the reason for the extension; empty if there is none. */
  text: (row: Extension) => string
  fact: (row: Extension) => ReactNode
  actions: (row: Extension) => ReactNode
}

function ExtensionSection({ title, list, names, text, fact, actions }: ExtensionSectionProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <List
        size="small"
        rowKey="id"
        dataSource={list.rows}
        renderItem={(row: Extension) => (
          <List.Item>
            <Flex wrap flex={1} align="center" justify="space-between" gap="small">
              <div style={WRAPPED}>
                {names === 'person' ? (
                  <>
                    <PersonLink id={row.person.id}>{row.person.name}</PersonLink>
                    {`, ${row.lesson.title}`}
                  </>
                ) : (
                  <span className={cells.name}>{row.lesson.title}</span>
                )}{' '}
                <span className={cells.fact}>{row.course.title}</span>
                {text(row) !== '' && <p>{text(row)}</p>}
                <p className={cells.fact}>{fact(row)}</p>
              </div>
              <Flex gap="small">{actions(row)}</Flex>
            </Flex>
          </List.Item>
        )}
      />
      {list.total > list.rows.length && (
        <p className={cells.fact}>
          {`The first ${formatNumber(EXTENSIONS_SHOWN)} of ${formatPeople(list.total)} are shown.`}
        </p>
      )}
    </section>
  )
}

const WRAPPED = { flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere' } as const
