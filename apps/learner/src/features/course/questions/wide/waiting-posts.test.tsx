import { aQuestion } from '@rookies/data/testing/questions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aBody } from '../../../../testing/fixtures'
import { visitCourse } from '../../../../testing/open-course'
import type { openPortal } from '../../../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => {
  portal.leave()
  localStorage.clear()
  vi.restoreAllMocks()
})

const list = (questions: object[], change: object = {}) => ({
  ...{ can_ask: true, banned: false, moderates: false, cohort: null, questions, next: null },
  ...change,
})
const thread = (question: object, answers: object[] = [], accepted: object | null = null) => ({
  ...{ lesson: 'Lesson a', slug: 'git', course: 'Git from Zero', question, answers, accepted },
  next: null,
})

/** Opens a lesson whose questions the server answers. */
function visit(answers: object = {}, path = '') {
  portal = visitCourse(`/app/courses/git/lesson/a${path}`, {
    lessons: [aBody('a', { content: '## Steeping\n\nHot water.' })],
    lesson_questions: list([]),
    questions_like: [],
    ...answers,
  })
  return portal
}
const sent = (name: string) => portal.asked(name).map(({ body }) => body)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))
const type = (field: Element, value: string) => fireEvent.change(field, { target: { value } })

describe('without a connection', () => {
  const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const backOnline = () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    fireEvent(window, new Event('online'))
  }
  const asked = () => ({ body: aQuestion({ id: 'q5', title: 'Why is tea hot?', mine: true }) })
  const typeQuestion = async () => {
    await press('Ask a question')
    type(await screen.findByLabelText('Your question'), 'Why is tea hot?')
    await press('Send question')
    await screen.findByText('Not sent yet. Saves when you are back online.')
  }

  it('a question is shown as waiting, and is sent once after reconnecting', async () => {
    offline()
    visit({ ask_question: asked })
    await typeQuestion()
    expect(screen.queryByLabelText('Your question')).toBeNull()
    const waiting = screen.getByRole('list', { name: 'Questions that are not sent' })
    within(waiting).getByText('Why is tea hot?')
    expect(sent('ask_question')).toEqual([])
    backOnline()
    await screen.findByRole('link', { name: 'Why is tea hot?' })
    await waitFor(() =>
      expect(screen.queryByRole('list', { name: 'Questions that are not sent' })).toBeNull(),
    )
    expect(sent('ask_question')).toHaveLength(1)
  })

  it('a question can be asked even if the other questions do not load', async () => {
    offline()
    visit({ lesson_questions: () => ({ status: 503, body: { code: 'XX000', message: 'x' } }) })
    await typeQuestion()
    await screen.findByText(/^Failed to load questions\./)
  })

  it('a refused question is shown with the reason, and can be edited, sent again or discarded', async () => {
    let refused = true
    offline()
    visit({
      ask_question: () =>
        refused
          ? { status: 409, body: { code: 'PT409', message: 'This lesson has changed.' } }
          : asked(),
    })
    await typeQuestion()
    backOnline()
    await screen.findByText('Not sent. This lesson has changed.')
    refused = false
    await press('Edit and send again')
    const form = screen.getByRole('form', { name: 'Send your question again' })
    const field = within(form).getByLabelText<HTMLInputElement>('Your question')
    expect(field.value).toBe('Why is tea hot?')
    type(field, 'Why is it hot?')
    await press('Send question')
    await screen.findByText('Question sent')
    const [first, second] = sent('ask_question') as { operation_id: string }[]
    expect(second).toMatchObject({ title: 'Why is it hot?' })
    expect(second?.operation_id).not.toBe(first?.operation_id)
    await waitFor(() => expect(screen.queryByText(/^Not sent\./)).toBeNull())
  })

  it('a refused answer to a closed question can be read and discarded', async () => {
    offline()
    let state: 'OPEN' | 'CLOSED' = 'OPEN'
    visit(
      {
        question: () => ({ body: thread(aQuestion({ state })) }),
        answer_question: () => {
          state = 'CLOSED'
          return { status: 409, body: { code: 'PT409', message: 'This question is closed.' } }
        },
      },
      '?question=q1',
    )
    type(await screen.findByRole('textbox', { name: 'Your answer' }), 'Fire.')
    await press('Send answer')
    const waiting = await screen.findByRole('article', { name: 'Your answer, not sent yet' })
    within(waiting).getByText('Fire.')
    backOnline()
    const draft = await screen.findByRole('article', { name: 'Your answer, not sent' })
    within(draft).getByText('Fire.')
    within(draft).getByText('Not sent. This question is closed.')
    await waitFor(() =>
      expect(within(draft).queryByRole('button', { name: 'Edit and send again' })).toBeNull(),
    )
    fireEvent.click(within(draft).getByRole('button', { name: 'Discard' }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText('Fire.')).toBeNull())
  })

  it('a question waits in the outbox if the server fails', async () => {
    visit({ ask_question: () => ({ status: 503, body: { code: 'XX000', message: 'x' } }) })
    await press('Ask a question')
    type(await screen.findByLabelText('Your question'), 'Why is tea hot?')
    await press('Send question')
    await screen.findByRole('list', { name: 'Questions that are not sent' })
    const toast = await screen.findByRole('article', { name: 'Not sent yet' })
    expect(toast.className).not.toContain('success')
  })
})
