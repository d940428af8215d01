import { anAnswer, aQuestion, aThread } from '@rookies/data/testing/questions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aBody } from '../../../testing/fixtures'
import { visitCourse } from '../../../testing/open-course'
import type { openPortal } from '../../../testing/open-portal'

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
const describedBy = (field: Element) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
const type = (field: Element, value: string) => fireEvent.change(field, { target: { value } })

describe('the questions of a lesson', () => {
  it('are not read before they are opened', async () => {
    visit()
    await button('Show questions')
    expect(portal.asked('lesson_questions')).toEqual([])
    await press('Show questions')
    await screen.findByText('Nobody has asked about this lesson yet.')
    expect(portal.asked('lesson_questions')).toHaveLength(1)
  })

  it('show for each question where it was asked, its state, and its number of answers', async () => {
    const questions = [
      aQuestion({ at_heading: 'Steeping', state: 'ANSWERED', answers: 1, accepted: 'a1' }),
      { gone: true, id: 'q2', lesson_id: 'a', answers: 2, created_at: '2026-11-27T10:00:00Z' },
    ]
    visit({ lesson_questions: list(questions) })
    await press('Show questions')
    const first = (await screen.findByText('Why is tea hot?')).closest('li')
    const second = screen.getByText('Deleted question').closest('li')
    expect(first?.textContent).toMatch(
      /Why is tea hot\?Answered.*At "Steeping" · 1 answer · Mia Wu/,
    )
    expect(second?.textContent).toBe('Deleted question · 2 answers')
  })

  it('are replaced by an explanation for a banned person, and by a button to retry if they do not load', async () => {
    visit({ lesson_questions: list([], { banned: true, can_ask: false }) })
    await press('Show questions')
    await screen.findByText(/^You may not read or write questions here any more\./)
    expect(screen.queryByRole('button', { name: 'Ask a question' })).toBeNull()
    portal.leave()
    let works = false
    visit({
      lesson_questions: () =>
        works ? { body: list([]) } : { status: 500, body: { code: 'XX000', message: 'x' } },
    })
    await press('Show questions')
    await screen.findByText(/^Failed to load questions\. Please try again\./, {}, { timeout: 8000 })
    works = true
    await press('Try Again')
    await screen.findByText('Nobody has asked about this lesson yet.')
  })
})

describe('asking', () => {
  it('sends the question once; if that fails, the form stays with the text and the reason', async () => {
    let refused = true
    visit({
      ask_question: () =>
        refused
          ? { status: 429, body: { code: 'PT429', message: 'Please wait a little.' } }
          : { body: aQuestion({ mine: true }) },
    })
    await press('Show questions')
    await press('Ask a question')
    await press('Send question')
    const title = screen.getByLabelText<HTMLInputElement>('Your question')
    await waitFor(() => expect(title.getAttribute('aria-invalid')).toBe('true'))
    const described = title.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
      'Write your question first.',
    )
    expect(document.activeElement).toBe(title)
    type(screen.getByLabelText('Your question'), 'Why is tea hot?')
    type(screen.getByLabelText('More about it (optional)'), 'It burns.')
    fireEvent.click(screen.getByLabelText('Staff only'))
    await press('Send question')
    await screen.findByText('Please wait a little.')
    expect(screen.getByLabelText<HTMLInputElement>('Your question').value).toBe('Why is tea hot?')
    refused = false
    await press('Send question')
    await screen.findByText('Question sent')
    const [first, second] = sent('ask_question') as { operation_id: string }[]
    expect(second).toMatchObject({
      ...{ lesson_id: 'a', title: 'Why is tea hot?', body: 'It burns.', audience: 'STAFF' },
      operation_id: first?.operation_id,
    })
    await waitFor(() => expect(portal.asked('lesson_questions')).toHaveLength(2))
  })

  it('stores the typed text on this device when the form is closed', async () => {
    visit()
    await press('Show questions')
    await press('Ask a question')
    type(screen.getByLabelText('Your question'), 'Why is tea hot?')
    type(screen.getByLabelText('More about it (optional)'), 'Line one\nLine two')
    await press('Close')
    await press('Ask a question')
    expect(screen.getByLabelText<HTMLInputElement>('Your question').value).toBe('Why is tea hot?')
    expect(screen.getByLabelText<HTMLInputElement>('More about it (optional)').value).toBe(
      'Line one\nLine two',
    )
  })

  it('closes the form when the question is sent, also if the person opened another question in between', async () => {
    const asked = aQuestion({ mine: true })
    visit({ ask_question: asked, lesson_questions: list([asked]), question: aThread(asked) })
    await press('Ask a question')
    type(await screen.findByLabelText('Your question'), asked.title)
    await press('Send question')
    fireEvent.click(await screen.findByRole('link', { name: asked.title }))
    fireEvent.click(await screen.findByRole('link', { name: 'All questions of this lesson' }))
    await button('Ask a question')
    expect(screen.queryByLabelText('Your question')).toBeNull()
  })

  it('stores the audience and the place of the question with the typed text', async () => {
    visit({ ask_question: aQuestion({ mine: true }) })
    await press('Show questions')
    await press('Ask a question')
    const place = () => screen.getByLabelText<HTMLInputElement>(/^Ask about this place: "Steeping"/)
    expect(place().checked).toBe(true)
    type(screen.getByLabelText('Your question'), 'Why is tea hot?')
    fireEvent.click(screen.getByLabelText('Staff only'))
    fireEvent.click(place())
    await press('Close')
    await press('Ask a question')
    expect(screen.getByLabelText<HTMLInputElement>('Staff only').checked).toBe(true)
    expect(place().checked).toBe(false)
    await press('Send question')
    await waitFor(() =>
      expect(sent('ask_question')).toMatchObject([{ title: 'Why is tea hot?', audience: 'STAFF' }]),
    )
    expect(sent('ask_question')[0]).not.toHaveProperty('at_heading')
  })

  it('accepts no changes while sending, and shows a failure even if the person is on another page by then', async () => {
    let refuse = () => {}
    const refused = new Promise<void>((resolve) => {
      refuse = resolve
    })
    visit({
      ask_question: async () => {
        await refused
        return { status: 429, body: { code: 'PT429', message: 'Please wait a little.' } }
      },
    })
    await press('Show questions')
    await press('Ask a question')
    const title = screen.getByLabelText<HTMLInputElement>('Your question')
    type(title, 'Why is tea hot?')
    await press('Send question')
    await button('Sending...')
    expect(title.readOnly).toBe(true)
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^More about it/).readOnly).toBe(true)
    fireEvent.click(screen.getByRole('link', { name: 'Home' }))
    await waitFor(() => expect(screen.queryByLabelText('Your question')).toBeNull())
    refuse()
    await screen.findByText('Please wait a little.')
  })

  it('shows questions like it while the title is typed, with a link to each', async () => {
    const like = { id: 'q9', title: 'Is tea hot?', lesson_id: 'b', lesson: 'Lesson b' }
    visit({ questions_like: [{ ...like, answers: 1, state: 'ANSWERED', accepted: true }] })
    await press('Show questions')
    await press('Ask a question')
    type(screen.getByLabelText('Your question'), 'hot tea')
    const link = await screen.findByRole('link', { name: 'Is tea hot?' })
    expect(link.getAttribute('href')).toBe('/app/courses/git/lesson/b?question=q9')
  })

  it('offers the cohort as audience only to people of the cohort', async () => {
    visit({ lesson_questions: list([], { cohort: 'Autumn' }) })
    await press('Show questions')
    await press('Ask a question')
    screen.getByLabelText('My cohort, Autumn')
  })
})

describe('a question', () => {
  it('opens by its address, with the accepted answer first and staff marked', async () => {
    const [first, second] = [
      anAnswer({ id: 'a1', author: 'Zoe' }),
      anAnswer({ id: 'a2', staff: true, accepted: true }),
    ]
    const question = aQuestion({ state: 'ANSWERED', answers: 2, accepted: 'a2' })
    visit({ question: aThread(question, [first, second], second) }, '?question=q1')
    const answers = await screen.findAllByRole('article', { name: /^Answer by/ })
    expect(answers.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Answer by Ben Ode',
      'Answer by Zoe',
    ])
    within(answers[0] as HTMLElement).getByText('Staff')
    within(answers[0] as HTMLElement).getByText('Accepted')
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  })

  it('of the person can be followed, reopened, edited, and deleted with an undo, and its answers can be accepted', async () => {
    const mine = aQuestion({ mine: true, following: true, state: 'ANSWERED', answers: 1 })
    visit(
      {
        question: aThread(mine, [anAnswer()]),
        accept_answer: mine,
        reopen_question: mine,
        follow_question: null,
        edit_question: mine,
        delete_question: null,
        restore_question: null,
      },
      '?question=q1',
    )
    await press('Accept')
    await waitFor(() =>
      expect(sent('accept_answer')).toEqual([{ question_id: 'q1', answer_id: 'a1' }]),
    )
    await press('Reopen')
    await waitFor(() => expect(sent('reopen_question')).toEqual([{ question_id: 'q1' }]))
    await press('Following')
    await waitFor(() =>
      expect(sent('follow_question')).toEqual([{ question_id: 'q1', follows: false }]),
    )
    await press('Options for the question by Mia Wu')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Edit' }))
    type(screen.getByLabelText('Your question'), 'Why?')
    await press('Save')
    await waitFor(() =>
      expect(sent('edit_question')).toEqual([
        { question_id: 'q1', title: 'Why?', body: 'It burns.' },
      ]),
    )
    const title = screen.getByRole('heading', { name: mine.title })
    await waitFor(() => expect(document.activeElement).toBe(title))
    await press('Options for the question by Mia Wu')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await press('Delete')
    await press('Undo')
    await waitFor(() => expect(sent('restore_question')).toEqual([{ question_id: 'q1' }]))
  })

  it('of another person can be answered and reported', async () => {
    visit(
      {
        question: aThread(aQuestion()),
        answer_question: anAnswer({ mine: true }),
        report_question: null,
      },
      '?question=q1',
    )
    type(await screen.findByRole('textbox', { name: 'Your answer' }), 'Fire.')
    await press('Send answer')
    await waitFor(() =>
      expect(sent('answer_question')).toMatchObject([{ question_id: 'q1', body: 'Fire.' }]),
    )
    await press('Options for the question by Mia Wu')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Report' }))
    type(screen.getByLabelText('What is wrong with it? (optional)'), 'Rude')
    await press('Report')
    await waitFor(() =>
      expect(sent('report_question')).toEqual([{ question_id: 'q1', reason: 'Rude' }]),
    )
  })

  it('shows an answer as its readers will see it, and marks pasted code in one press', async () => {
    visit({ question: aThread(aQuestion()) }, '?question=q1')
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' })
    expect(describedBy(field)).toContain('Markdown works here.')
    expect(screen.queryByRole('button', { name: 'Mark as code' })).toBeNull()
    const code = 'let a_b = 1;\n\n  go(a_b);'
    type(field, `Move **the** <style>.\n${code}`)
    await press('Show preview')
    const preview = screen.getByRole('figure', { name: 'Preview' })
    await waitFor(() => expect(preview.querySelector('strong')?.textContent).toBe('the'))
    expect(preview.textContent).toContain('<style>')
    await press('Mark as code')
    expect(field.value).toBe(`Move **the** <style>.\n\`\`\`\n${code}\n\`\`\``)
    expect(document.activeElement).toBe(field)
    await waitFor(() => expect(preview.querySelector('pre')?.textContent).toBe(code))
    await press('Hide preview')
    expect(screen.queryByRole('figure', { name: 'Preview' })).toBeNull()
  })

  it('that was asked at a place which is no longer in the lesson says so', async () => {
    const question = aQuestion({ at_heading: 'Boiling' })
    visit({ question: aThread(question) }, '?question=q1')
    await press('At "Boiling"')
    expect(await screen.findByText('This place is no longer in the lesson.')).toBeDefined()
  })

  it('keeps the focus at an answer when its editing ends', async () => {
    const answer = anAnswer({ mine: true })
    visit({ question: aThread(aQuestion(), [answer]) }, '?question=q1')
    await press('Options for the answer by Ben Ode')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Edit' }))
    await press('Cancel')
    expect(document.activeElement).toBe(screen.getByRole('article', { name: /^Answer by/ }))
  })

  it('that is closed accepts no answer and says what to do', async () => {
    visit({ question: aThread(aQuestion({ state: 'CLOSED' })) }, '?question=q1')
    await screen.findByText('This question is closed. You can ask a new one.')
    expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull()
  })

  it('that was merged leads to the other question, and for a deleted one the page says that it is gone', async () => {
    visit(
      {
        question: ({ body }: { body: { question_id?: string } | null }) =>
          JSON.stringify(body ?? {}).includes('q2') || location.search.includes('q2')
            ? {
                status: 404,
                body: {
                  code: 'PT404',
                  message: 'This question was deleted, or is not open to you.',
                },
              }
            : { body: { merged_into: 'q2', lesson_id: 'a' } },
      },
      '?question=q1',
    )
    await screen.findByText('This question was deleted, or is not open to you.')
    expect(location.search).toBe('?question=q2')
    fireEvent.click(screen.getByRole('link', { name: 'All questions of this lesson' }))
    await screen.findByText('Nobody has asked about this lesson yet.')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Questions' }))
  })

  it('disappears from the open page when it was deleted, and the link back takes the focus', async () => {
    const mine = aQuestion({ mine: true })
    let deleted = false
    visit(
      {
        question: () =>
          deleted
            ? { status: 404, body: { code: 'PT404', message: 'This question was deleted.' } }
            : { body: aThread(mine) },
        delete_question: () => {
          deleted = true
          return { body: null }
        },
        restore_question: () => {
          deleted = false
          return { body: null }
        },
      },
      '?question=q1',
    )
    await press('Options for the question by Mia Wu')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    screen.getByText(/You can undo this for a moment\.$/)
    await press('Delete')
    await screen.findByText('This question was deleted.')
    expect(screen.queryByRole('heading', { name: mine.title })).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull()
    const back = screen.getByRole('link', { name: 'All questions of this lesson' })
    await waitFor(() => expect(document.activeElement).toBe(back))
    await press('Undo')
    await screen.findByRole('heading', { name: mine.title })
  })
})
