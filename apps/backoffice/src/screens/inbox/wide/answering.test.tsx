import { anAnswer, aQuestion, aThread } from '@rookies/data/testing/questions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { EMPTY_COUNTS } from '../../../test/inbox'
import { ALL_RIGHTS, openPanel, preparePage } from '../../../test/open-panel'
import { bootAnswer, type WireAnswer } from '../../../test/wire'

preparePage()

const question = (id: string, title: string, change: object = {}) => ({
  ...{ kind: 'QUESTION', subject_id: id, version: '1', title, person: null, course: null },
  ...{ cohort: null, holder: null, since: '2026-11-19T08:00:00Z' },
  promise_at: '2026-11-20T08:00:00Z',
  facts: {
    ...{ lesson: 'Tea', body: 'I burned my tongue.', cut: true, answers: 0 },
    ...{ audience: 'STAFF', slug: 'tea', lesson_id: 'l1', ...change },
  },
})

/**
 * Opens an inbox with these questions, which disappear when they are answered. The key of a later page of answers is
 * the id of the answer before it. `arrived` is the text of an earlier request whose answer was lost.
 */
async function open(
  threads: Record<string, object>,
  answers: Record<string, WireAnswer> = {},
  arrived?: string,
) {
  const answered = new Set<unknown>()
  const rows = Object.keys(threads)
    .filter((id) => id.startsWith('q'))
    .map((id) => question(id, `Question ${id}`))
  const panel = openPanel('/admin', bootAnswer(ALL_RIGHTS), (request) => {
    const own = answers[request.path]
    if (own) return own
    if (request.path === 'rpc/question') {
      const after = request.params.get('after')
      return { body: threads[String(after ?? request.params.get('question_id'))] }
    }
    if (request.path === 'rpc/answer_question') {
      const { question_id, body } = request.body as { question_id: string; body: string }
      answered.add(question_id)
      return { body: anAnswer({ body: arrived ?? body }) }
    }
    if (request.path !== 'rpc/staff_inbox') return null
    const waiting = rows.filter(({ subject_id }) => !answered.has(subject_id))
    const counts = { ...EMPTY_COUNTS, QUESTION: waiting.length }
    return { body: { rows: waiting, counts, changes_at: null, stopped: false } }
  })
  const region = within(await screen.findByRole('region', { name: 'Inbox' }))
  await region.findByText('Question q1')
  const calls = () =>
    panel.sent.filter(({ path }) => path === 'rpc/answer_question').map(({ body }) => body)
  return { ...panel, region, calls }
}

const asked = (id: string, answers: object[] = []) =>
  aThread(
    aQuestion({ id, title: `Question ${id}`, body: `All of ${id}.`, answers: answers.length }),
    answers,
  )
const box = () => screen.findByRole('textbox', { name: 'Answer' })
const type = (field: Element, value: string) => fireEvent.change(field, { target: { value } })

describe('question in the inbox', () => {
  it('staff answer a question by keys beside its full text and answers, and then the next question opens', async () => {
    const { region, calls } = await open({
      q1: asked('q1', [anAnswer({ id: 'a1', body: 'Fire, I guess.' })]),
      q2: asked('q2'),
    })
    fireEvent.keyDown(document.body, { key: 'a', code: 'KeyA' })
    await screen.findByText('All of q1.')
    screen.getByText('Fire, I guess.')
    screen.getByText(/staff only/)
    const link = screen.getByRole('link', { name: /^Open the question/ })
    expect(link.getAttribute('href')).toBe('/app/courses/tea/lesson/l1?question=q1')
    const first = await box()
    expect(document.activeElement).toBe(first)
    type(first, 'Because of fire.')
    fireEvent.keyDown(first, { key: 'Enter', ctrlKey: true })
    await screen.findByText('All of q2.')
    expect(await box()).toHaveProperty('value', '')
    await waitFor(async () => expect(document.activeElement).toBe(await box()))
    type(await box(), 'It is not.')
    fireEvent.keyDown(await box(), { key: 'Enter', ctrlKey: true })
    await region.findByText('Nobody waits for you')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls()).toEqual([
      { question_id: 'q1', body: 'Because of fire.', operation_id: expect.any(String) },
      { question_id: 'q2', body: 'It is not.', operation_id: expect.any(String) },
    ])
  }, 60_000)

  it('an answer is sent only on the second press if a colleague has answered meanwhile', async () => {
    const threads = { q1: asked('q1') }
    const { calls, region } = await open(threads)
    fireEvent.click(region.getByRole('button', { name: 'Answer: Question q1' }))
    await screen.findByText('All of q1.')
    type(await box(), 'Because of fire.')
    threads.q1 = asked('q1', [anAnswer({ id: 'a9', author: 'Cora Coach', body: 'Molecules.' })])
    fireEvent.keyDown(await box(), { key: 'Enter', ctrlKey: true })
    await screen.findByText('Cora Coach answered meanwhile.')
    await screen.findByText('Molecules.')
    expect(calls()).toEqual([])
    fireEvent.keyDown(await box(), { key: 'Enter', ctrlKey: true })
    await region.findByText('Nobody waits for you')
    expect(calls()).toHaveLength(1)
  }, 60_000)

  it('a question shows the first page of its answers, and more on request', async () => {
    const failing: Record<string, WireAnswer> = {}
    const first = asked('q1', [anAnswer({ id: 'a1', body: 'The first.' })])
    const { region } = await open(
      {
        q1: { ...first, next: 'a1' },
        a1: { ...asked('q1', [anAnswer({ id: 'a2', body: 'The second.' })]), next: 'a2' },
        a2: asked('q1', [anAnswer({ id: 'a3', body: 'The third.' })]),
      },
      failing,
    )
    fireEvent.click(region.getByRole('button', { name: 'Answer: Question q1' }))
    await screen.findByText('The first.')
    failing['rpc/question'] = { status: 503, body: {} }
    fireEvent.click(screen.getByRole('button', { name: 'Show More Answers' }))
    const failed = within(await screen.findByText('More answers did not load.'))
    delete failing['rpc/question']
    fireEvent.click(failed.getByRole('button', { name: 'Try Again' }))
    const second = await screen.findByText('The second.')
    await waitFor(() => expect(document.activeElement?.contains(second)).toBe(true))
    fireEvent.click(screen.getByRole('button', { name: 'Show More Answers' }))
    await screen.findByText('The third.')
    expect(screen.queryByRole('button', { name: 'Show More Answers' })).toBeNull()
    screen.getByText('The first.')
  }, 60_000)

  it('the typed answer is kept on this device, and is posted once although a request was repeated', async () => {
    const failing: Record<string, WireAnswer> = {
      'rpc/answer_question': { status: 503, body: {} },
    }
    const { sent, calls, region } = await open({ q1: asked('q1') }, failing, 'Because of fire.')
    fireEvent.click(region.getByRole('button', { name: 'Answer: Question q1' }))
    await screen.findByText('All of q1.')
    type(await box(), 'Because of fire.')
    fireEvent.keyDown(await box(), { key: 'Enter', ctrlKey: true })
    await screen.findByText('Failed to answer')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() =>
      expect(Object.entries(localStorage).flat().join()).toContain('Because of fire.'),
    )
    fireEvent.click(region.getByRole('button', { name: 'Answer: Question q1' }))
    fireEvent.click(await screen.findByRole('button', { name: /restore/i }))
    expect(await box()).toHaveProperty('value', 'Because of fire.')
    delete failing['rpc/answer_question']
    failing['rpc/edit_answer'] = { body: null }
    type(await box(), 'Because of molecules.')
    fireEvent.keyDown(await box(), { key: 'Enter', ctrlKey: true })
    await region.findByText('Nobody waits for you')
    const [one, two] = calls() as { operation_id: string }[]
    expect(two?.operation_id).toBe(one?.operation_id)
    // The first request had arrived, so the second one edits its answer.
    expect(sent.filter(({ path }) => path === 'rpc/edit_answer').map(({ body }) => body)).toEqual([
      { answer_id: 'a1', body: 'Because of molecules.' },
    ])
  }, 60_000)
})
