import {
  EXTENSION_MESSAGES,
  EXTENSIONS_SHOWN,
  type Extension,
  type ExtensionFilter,
} from '@rookies/data/assignments/extension-list'
import { agreedText } from '@rookies/data/time/agreed-text'
import { formatCount, formatNumber, formatPeople } from '@rookies/data/wording'
import { Button, Flex, List } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { PersonLink } from '../app/person-link'
import { useLiveReads } from '../app/use-live'
import { useRead } from '../app/use-read'
import { Question } from '../kit/question'
import { useConfirmedAct } from '../kit/use-confirmed-act'
import { Ago } from '../ui/ago'
import cells from '../ui/cells.module.css'
import { ListFailed } from '../ui/list-failed'
import { Waiting } from '../ui/waiting'
import { GiveTime, useTimeAnswers } from './time-answers'

interface ExtensionsProps {
  /** The cohort, course, or person whose extensions are listed. */
  of: Omit<ExtensionFilter, 'given'>
  /** Whether rows begin with the person, or only with the assignment because the screen is about one person. */
  names: 'person' | 'lesson'
  /** Shown if there are neither requests nor extensions; nothing by default. */
  empty?: ReactNode
}

/** Lists the requests for more time and the extensions that were given (rules/assignments#extension). */
export function Extensions({ of, names, empty = null }: ExtensionsProps) {
  useLiveReads(['submissions'], ['extensions/list'])
  const asked = useRead('extensions/list', { input: { ...of, given: false } })
  const given = useRead('extensions/list', { input: { ...of, given: true } })
  const [giving, setGiving] = useState<Extension | null>(null)
  const close = useCallback(() => setGiving(null), [])
  const answers = useTimeAnswers()
  const end = useConfirmedAct({
    act: ({ person, lesson }: Extension) => ({
      name: 'extensions/end',
      input: { personId: person.id, lessonId: lesson.id },
    }),
    done: EXTENSION_MESSAGES.ended,
    failed: EXTENSION_MESSAGES.endFailed,
  })

  const failed = [asked, given].find(({ isError, data }) => isError && !data)
  if (failed) {
    return <ListFailed title={EXTENSION_MESSAGES.loadFailed.text} read={failed} />
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
                  asked{request.days !== null && ` for ${formatCount(request.days, 'more day')}`}{' '}
                  <Ago at={request.asked_at} />
                </>
              )}
            </>
          )}
          actions={answers.buttons}
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
      {answers.dialog}
      {giving && <GiveTime extension={giving} onClose={close} />}
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

interface ExtensionSectionProps {
  title: string
  list: { total: number; rows: Extension[] }
  names: ExtensionsProps['names']
  /** Returns the note of a request, or the reason for an extension; empty without one. */
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
              <Flex wrap gap="small">
                {actions(row)}
              </Flex>
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
