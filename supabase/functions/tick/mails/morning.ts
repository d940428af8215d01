import { INBOX_KIND_LABELS, type InboxKind } from '../../../../libs/data/src/inbox/inbox-kinds.ts'
import type { Behind } from '../../../../libs/data/src/library/behind.ts'
import { momentInZone } from '../../../../libs/data/src/time/agreed-text.ts'
import { fieldOf } from '../../_shared/answer.ts'
import type { LinkedLine, MailContent } from '../../_shared/mail-content.ts'

/** The beginning of a line, by the kind of its row. */
const HEADS: Record<string, string> = INBOX_KIND_LABELS
/** The names of one row and of several rows of each kind, in the order of the list of counts. */
const KINDS: Record<string, [one: string, several: string]> = {
  WORK: ['review', 'reviews'],
  APPEAL: ['second opinion', 'second opinions'],
  QUESTION: ['question', 'questions'],
  QUESTION_REPORT: ['reported question', 'reported questions'],
  EXTENSION: ['request for more time', 'requests for more time'],
  BEHIND: ['person who fell behind', 'people who fell behind'],
  REPORT: ['reported post', 'reported posts'],
  PURCHASE: ['purchase', 'purchases'],
  EVENT: ['purchase event', 'purchase events'],
  MAIL: ['failed background job', 'failed background jobs'],
  INVITE: ['invite that ends soon', 'invites that end soon'],
} satisfies Record<InboxKind, [string, string]>
/** The reasons to have fallen behind (rules/cohorts#behind), as texts that can follow a number of people. */
const REASONS: Record<string, string> = {
  NOT_STARTED: 'completed nothing in the first three days',
  SILENT: 'silent for longer than usual',
  MISSED_DUES: 'missed two due dates or more',
  RETURNED_TWICE: 'with work that came back twice or more',
  NOT_ANSWERED: 'with a question that waits for an answer',
} satisfies Record<Behind['reason'], string>
/** The number up to which the database counts the rows of a kind. */
const MAX_COUNTED = 1000

/**
 * Tells a person of staff what waits in their inbox (rules/inbox#morning-mail).
 * @param content answer of `private.due_morning_mail()`
 * @param functionsUrl public address of the edge functions, without a slash at the end
 */
export function morning(content: unknown, siteUrl: string, functionsUrl: string): MailContent {
  const counted = Object.keys(KINDS).map((kind): [string, number] => [
    kind,
    Number(fieldOf(fieldOf(content, 'counts'), kind) ?? 0),
  ])
  const total = counted.reduce((sum, [, count]) => sum + Math.min(count, MAX_COUNTED), 0)
  const isCut = counted.some(([, count]) => count > MAX_COUNTED)
  const things = total === 1 ? '1 thing waits' : `${numberText(total)} things wait`
  const list = fieldOf(content, 'rows')
  const rows = Array.isArray(list) ? list : []
  const secret = encodeURIComponent(String(fieldOf(content, 'unsubscribe')))
  return {
    to: String(fieldOf(content, 'to')),
    subject: `${isCut ? 'More than ' : ''}${things} for you`,
    preview: sumText(counted),
    parts: [
      { paragraph: sumText(counted) },
      { links: rows.map((row) => lineOf(row, siteUrl)) },
      ...(total > rows.reduce((sum, row) => sum + peopleOf(row), 0)
        ? [{ paragraph: 'The rest is in your inbox.' }]
        : []),
      { button: 'Open the inbox', href: `${siteUrl}${fieldOf(content, 'path')}` },
    ],
    note: 'You receive this email because something waits in your inbox and you want to hear of it at 08:00 in your time zone.',
    unsubscribe: {
      page: `${siteUrl}/unsubscribe#${secret}`,
      address: `${functionsUrl}/unsubscribe/${secret}`,
    },
  }
}

const peopleOf = (row: unknown) => Number(fieldOf(row, 'people') ?? 1)

function lineOf(row: unknown, siteUrl: string): LinkedLine {
  const text = (name: string) => {
    const value = fieldOf(row, name)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const kind = String(text('kind'))
  const head = HEADS[kind] ?? 'Row'
  const people = peopleOf(row)
  const behind = people > 1 ? `${numberText(people)} people` : text('person')
  const about = text('title') ?? (kind === 'BEHIND' ? behind : null)
  const facts = [kind === 'BEHIND' ? null : text('person'), text('place')]
    .filter((fact) => fact !== null && fact !== about)
    .join(', ')
  const holder = text('holder')
  const until = momentInZone(String(text('until')), text('zone') ?? 'UTC')
  return {
    label: about === null ? head : `${head}: ${about}`,
    href: `${siteUrl}${text('path')}`,
    more: [
      facts,
      reasonText(fieldOf(row, 'reasons'), people),
      promiseText(kind, fieldOf(row, 'overdue_hours'), until),
    ]
      .filter(Boolean)
      .concat(holder === null ? [] : [`${holder} has it`])
      .join('. '),
  }
}

/** Returns why people fell behind: `Silent for longer than usual`, or `2 silent for longer than usual, 1 …`. */
function reasonText(reasons: unknown, people: number): string {
  const listed: string[] = Array.isArray(reasons) ? reasons.map(String) : []
  const parts = Object.entries(REASONS).flatMap(([reason, words]) => {
    const count = listed.filter((one) => one === reason).length
    if (count === 0) return []
    return [people > 1 ? `${numberText(count)} ${words}` : words]
  })
  return sentence(parts.join(', '))
}

function promiseText(kind: string, overdueHours: unknown, until: string): string {
  if (typeof overdueHours !== 'number') return `${kind === 'INVITE' ? 'Ends' : 'Due'} ${until}`
  if (overdueHours < 1) return 'Overdue for less than an hour'
  const days = Math.floor(overdueHours / 24)
  return days > 0
    ? `Overdue for ${numberText(days)} ${days === 1 ? 'day' : 'days'}`
    : `Overdue for ${overdueHours} ${overdueHours === 1 ? 'hour' : 'hours'}`
}

/** Returns how many rows of each kind wait: `2 reviews, 1 question.` */
function sumText(counted: [string, number][]): string {
  const parts = counted.flatMap(([kind, count]) => {
    const [one = kind, several = kind] = KINDS[kind] ?? []
    if (count === 0) return []
    if (count > MAX_COUNTED) return [`more than ${numberText(MAX_COUNTED)} ${several}`]
    return [count === 1 ? `1 ${one}` : `${numberText(count)} ${several}`]
  })
  return `${sentence(parts.join(', '))}.`
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const numberText = (count: number) => count.toLocaleString('en-US')
