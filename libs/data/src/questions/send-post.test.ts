import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DataClient } from '../client'
import { Sender } from '../delivery/sender'
import { DataError } from '../errors'
import type { OutboxPage, Queued, ShowSaved } from '../outbox/kind'
import type { Outbox } from '../outbox/outbox'
import { deliver } from '../sync/kinds'
import { outboxOf } from '../sync/waiting'
import { MemoryStorage, pageOf } from '../testing/memory-storage'
import { anAnswer, aQuestion } from '../testing/questions'
import { questionKeys } from './question-queries'
import { type PostChange, queuedAnswers, queuedQuestions } from './queued-posts'
import { sendOrQueue } from './send-post'

const browser = { onLine: true }
// The outbox reads `navigator.onLine`, which Node does not have.
vi.stubGlobal('navigator', browser)
afterAll(() => vi.unstubAllGlobals())

const words = {
  ...{ title: 'Why is tea hot?', body: 'It burns.', audience: 'STAFF' as const },
  ...{ at_seconds: null, at_heading: 'Steeping' },
}
const question = (operationId = 'o1'): PostChange => ({
  ...{ kind: 'question', lessonId: 'l1', slug: 'tea', words, operationId },
})
const answer = (operationId = 'o2'): PostChange => ({
  ...{ kind: 'answer', lessonId: 'l1', slug: 'tea', questionId: 'q1', body: 'Fire.', operationId },
})

/** Creates a client whose server gives these answers one after another. The last answer is repeated. */
function clientOf(...answers: { status: number; body: unknown }[]) {
  const sent: [string, object][] = []
  const rpc = (name: string, body: object) => ({
    abortSignal: async () => {
      sent.push([name, body])
      const { status, body: data } = (answers.length > 1 ? answers.shift() : answers[0]) ?? {
        status: 0,
        body: {},
      }
      return status === 200 ? { data, error: null, status } : { data: null, error: data, status }
    },
  })
  return { sent, client: { rpc } as unknown as DataClient }
}
const SILENCE = { status: 0, body: { message: 'TypeError: Failed to fetch', code: '' } }
const refusal = (status: number, code: string, message: string) => ({
  ...{ status, body: { code, message, hint: '', details: '' } },
})

let storage: MemoryStorage
let outbox: Outbox
let queries: QueryClient
beforeEach(() => {
  storage = new MemoryStorage()
  outbox = outboxOf('ada', pageOf(storage))
  queries = new QueryClient()
  browser.onLine = true
})

/** Opens a page, which sends the queue. */
async function flush(client: DataClient, user = 'ada') {
  const refused: DataError[] = []
  const opened = outboxOf('ada', pageOf(storage))
  const page = new Sender<Queued, ShowSaved>({
    outbox: opened,
    deliver: (entry) => deliver(client, entry),
    currentUser: async () => user,
    exclusively: (work) => work(),
    online: () => browser.onLine,
    // The page is closed before the second attempt.
    later: () => () => undefined,
    random: () => 1,
    onSaved: (_entry, show) => show({ queries } as OutboxPage),
    onRefused: (_entry, error) => refused.push(error),
    onDisabled: () => undefined,
    onUnreachable: () => undefined,
  })
  await page.flush()
  page.stop()
  return { opened, refused }
}

describe('a question or an answer', () => {
  it('is sent at once, as its author, if there is a connection', async () => {
    const { sent, client } = clientOf({ status: 200, body: aQuestion({ id: 'q9' }) })
    queries.setQueryData(questionKeys.ofLesson('l1'), {
      pages: [{ questions: [aQuestion()], next: null }],
      pageParams: [null],
    })
    expect(await sendOrQueue(client, queries, outbox, question())).toBe(true)
    const { at_seconds, ...typed } = words
    expect(sent).toEqual([
      ['ask_question', { ...typed, lesson_id: 'l1', operation_id: 'o1', as_user: 'ada' }],
    ])
    expect(queries.getQueryData(questionKeys.ofLesson('l1'))).toMatchObject({
      pages: [{ questions: [{ id: 'q9' }, { id: 'q1' }] }],
    })
    expect(storage.items.size).toBe(0)
    expect(at_seconds).toBeNull()
  })

  it('is queued without a connection, and if the server does not answer or fails', async () => {
    browser.onLine = false
    const none = clientOf(SILENCE)
    expect(await sendOrQueue(none.client, queries, outbox, question('offline'))).toBe(false)
    expect(none.sent).toEqual([])
    browser.onLine = true
    expect(await sendOrQueue(none.client, queries, outbox, question('silent'))).toBe(false)
    const failing = clientOf(refusal(503, 'XX000', 'x'))
    expect(await sendOrQueue(failing.client, queries, outbox, answer('failed'))).toBe(false)
    const waiting = queuedQuestions(outbox.all(), 'l1')
    expect(waiting.map(({ change }) => change.operationId)).toEqual(['offline', 'silent'])
    expect(queuedQuestions(outbox.all(), 'l2')).toEqual([])
    expect(queuedAnswers(outbox.all(), 'q1')).toHaveLength(1)
    expect(queuedAnswers(outbox.all(), 'q2')).toEqual([])
  })

  it('stays in its form if the server refuses it at once', async () => {
    for (const [status, code] of [
      [409, 'PT409'],
      [429, 'PT429'],
    ] as const) {
      const { client } = clientOf(refusal(status, code, 'Please wait a little.'))
      await expect(sendOrQueue(client, queries, outbox, question())).rejects.toMatchObject({
        message: 'Please wait a little.',
      })
    }
    expect(outbox.all()).toEqual([])
  })

  it('is sent once after the browser was closed, even if an answer was lost', async () => {
    outbox.put(question())
    outbox.put(answer())
    const { sent, client } = clientOf(
      SILENCE,
      { status: 200, body: aQuestion() },
      { status: 200, body: anAnswer() },
    )
    const { opened } = await flush(client)
    expect(queuedQuestions(opened.all(), 'l1')).toHaveLength(1)
    await flush(client)
    expect(sent.map(([name, body]) => [name, 'operation_id' in body && body.operation_id])).toEqual(
      [
        ['ask_question', 'o1'],
        ['ask_question', 'o1'],
        ['answer_question', 'o2'],
      ],
    )
    expect(storage.items.size).toBe(0)
  })

  it('that was queued twice from one draft is shown once', () => {
    outbox.put(question())
    outbox.put(question())
    expect(queuedQuestions(outbox.all(), 'l1')).toHaveLength(1)
  })

  it('is never sent by another person who uses the same browser', async () => {
    outbox.put(question())
    const { sent, client } = clientOf({ status: 200, body: aQuestion() })
    await flush(client, 'bob')
    expect(sent).toEqual([])
    expect(outboxOf('bob', pageOf(storage)).all()).toEqual([])
    expect(outbox.all()).toHaveLength(1)
  })
})

describe('a queued question or answer that the server refuses', () => {
  it.each([
    ['PT404', 404, 'This lesson is not open to you.'],
    ['PT403', 403, 'You may not write here any more.'],
    ['PT409', 409, 'This question is closed.'],
    ['PT429', 429, 'Please wait a little.'],
  ])(
    'that gets %s becomes a draft with the reason, and is not sent again',
    async (code, status, reason) => {
      outbox.put(answer())
      const { sent, client } = clientOf(refusal(status, code, reason))
      const { opened, refused } = await flush(client)
      expect(refused).toHaveLength(1)
      expect(opened.all()).toEqual([])
      const [draft] = outboxOf('ada', pageOf(storage)).refused()
      expect(draft).toMatchObject({ refused: reason, change: { body: 'Fire.' } })
      await flush(client)
      expect(sent).toHaveLength(1)
      if (draft) outbox.settle(draft)
      expect(storage.items.size).toBe(0)
    },
  )

  it('whose author has lost the right gets a reason that people understand', () => {
    const entry = outbox.put(question())
    const message = 'permission denied for function ask_question'
    outbox.refuse(entry, new DataError({ code: '42501', message }))
    expect(outbox.refused()[0]?.refused).toBe('You no longer have permission to do this here.')
  })
})
