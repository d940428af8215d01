import { aCriterion, anAssignment, aReview, aRound } from '@rookies/data/testing/assignments'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { assignmentOutline, visitAssignment } from '../../../testing/open-assignment'
import type { openPortal } from '../../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => {
  portal.leave()
  // A browser fires this event when another tab clears the storage. It makes the page drop the drafts that it has in
  // memory.
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  vi.restoreAllMocks()
})

/** Opens an assignment. Drafts and rounds that are sent are accepted. */
function visit(assignment: object = {}, answers: object = {}) {
  portal = visitAssignment(assignment, answers)
  return portal
}
const sent = (name: string) => portal.asked(name).map(({ body: asked }) => asked)
const linkField = () => screen.findByLabelText<HTMLInputElement>('Link')
const type = (field: Element, value: string) => fireEvent.change(field, { target: { value } })

describe('an assignment', () => {
  it('shows its brief, what it accepts, and no button that completes it', async () => {
    visit()
    await linkField()
    expect(await screen.findByText('a page')).toBeTruthy()
    expect(screen.getByText('Hand in a link.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Mark As Complete' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Complete and continue' })).toBeNull()
    expect(screen.queryByText('Lesson Notes')).toBeNull()
  })

  it('hands in a link once even if the button is pressed twice', async () => {
    visit()
    type(await linkField(), 'https://example.org/mine')
    const button = screen.getByRole('button', { name: 'Hand in' })
    // Both clicks come before the page is rendered again.
    act(() => {
      button.click()
      button.click()
    })
    await screen.findByText('Handed in. It waits for a review.')
    await waitFor(() => expect(portal.asked('submit_round')).toHaveLength(1))
    expect(sent('submit_round')[0]).toMatchObject({
      lesson_id: 'a',
      url: 'https://example.org/mine',
      second_opinion: false,
      as_user: 'u1',
    })
  })

  it('adds a missing https:// to a link, and says why reviewers could not open another one', async () => {
    visit()
    type(await linkField(), 'http://localhost:3000')
    fireEvent.click(screen.getByRole('button', { name: 'Hand in' }))
    expect(await screen.findByText(/^Only your own computer can open this/)).toBeTruthy()
    type(await linkField(), 'my-site.example.')
    fireEvent.click(screen.getByRole('button', { name: 'Hand in' }))
    await waitFor(() =>
      expect(sent('submit_round')).toMatchObject([{ url: 'https://my-site.example' }]),
    )
  })

  it('counts rounds that are not sent yet, and keeps the focus when the server accepts one', async () => {
    const sentRound = aRound({ url: 'https://one.example' })
    let accept = () => {}
    const accepted = new Promise<void>((resolve) => {
      accept = resolve
    })
    visit({}, { submit_round: () => accepted.then(() => ({ body: sentRound })) })
    type(await linkField(), 'https://one.example')
    fireEvent.click(screen.getByRole('button', { name: 'Hand in' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Hand in another round' }))
    const field = await linkField()
    type(field, 'https://two.example')
    expect(screen.getByRole('button', { name: 'Hand in round 2' })).toBeTruthy()
    field.focus()
    const submission = {
      state: 'WAITING',
      round: 1,
      awaiting_since: sentRound.submitted_at,
      passed_at: null,
    } as const
    portal.answer('assignment', anAssignment({ submission, rounds: [sentRound] }))
    accept()
    await waitFor(() => expect(screen.queryByText(/not sent yet/)).toBeNull())
    expect(document.activeElement).toBe(field)
  })

  it('shows when late work was handed in and when it was due in the same format, with seconds if only they differ', async () => {
    const rounds = [
      aRound({
        submitted_at: '2020-11-20T21:50:30+00:00',
        due_at_then: '2020-11-20T21:50:00+00:00',
        due_zone: 'Europe/Vienna',
        late: true,
      }),
    ]
    visit({ rounds })
    const round = within(await screen.findByRole('region', { name: 'Round 1' }))
    expect(round.getByText(/^Handed in on/).textContent).toContain(
      'Fri 20 Nov 2020, 22:50:30 Vienna',
    )
    expect(round.getByText(/^Late/).textContent).toContain('Fri 20 Nov 2020, 22:50:00 Vienna')
  })

  it('says why the work cannot be handed in', async () => {
    visit()
    const field = await linkField()
    fireEvent.click(screen.getByRole('button', { name: 'Hand in' }))
    expect(await screen.findByText('There is nothing to hand in yet.')).toBeTruthy()
    type(field, 'ftp://example.org')
    fireEvent.click(screen.getByRole('button', { name: 'Hand in' }))
    expect(await screen.findByText('Please enter a valid URL')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(portal.asked('submit_round')).toHaveLength(0)
  })

  it('turns refused work into a draft again, and says why it was refused', async () => {
    visit(
      {},
      {
        submit_round: () => ({
          status: 409,
          body: { code: 'PT409', hint: 'SHUT', message: 'This assignment is shut.' },
        }),
        my_account_state: { state: 'ACTIVE' },
      },
    )
    type(await linkField(), 'https://example.org/mine')
    fireEvent.click(screen.getByRole('button', { name: 'Hand in' }))
    expect(await screen.findByText('This was not accepted')).toBeTruthy()
    expect((await linkField()).value).toBe('https://example.org/mine')
  })
})

describe('a review', () => {
  const returned = {
    accepts: ['TEXT', 'CODE'],
    submission: { state: 'RETURNED', round: 2, awaiting_since: null, passed_at: null },
    rounds: [
      aRound({ url: null, text: 'One\nTwo\nSix' }),
      aRound({
        id: 'r2',
        round: 2,
        url: null,
        text: 'One\nThree\nSix\n',
        code: [{ name: 'main.js', body: 'let a\nlet b\n' }],
        review: aReview({
          remarks: [
            { id: 'k', path: null, line_from: 2, line_to: 2, body: 'Why three?' },
            { id: 'l', path: 'main.js', line_from: 1, line_to: 2, body: 'Name them, `<b>` *too*.' },
          ],
        }),
      }),
    ],
  }

  it('is shown beside the work, with remarks below their lines and the rubric as it was then', async () => {
    visit(returned)
    const review = within(await screen.findByRole('complementary', { name: 'Review' }))
    expect(review.getByText('Please go on')).toBeTruthy()
    expect(review.getByText('Not yet')).toBeTruthy()
    expect(await review.findByText('Nearly there.')).toBeTruthy()
    const round = within(screen.getByRole('region', { name: 'Round 2' }))
    const [remark, onCode] = round.getAllByRole('note')
    expect(remark?.textContent?.trim()).toBe('Line 2Why three?')
    expect(remark?.previousElementSibling?.textContent).toBe('Three')
    expect(onCode?.textContent?.trim()).toBe('Lines 1 to 2Name them, <b> too.')
    expect(onCode?.querySelector('em')?.textContent).toBe('too')
    expect(onCode?.previousElementSibling?.textContent).toBe('let b')
  })

  it('shows what changed since the round before', async () => {
    visit(returned)
    fireEvent.click(await screen.findByRole('button', { name: 'What changed since round 1' }))
    expect(await screen.findByText('Removed:')).toBeTruthy()
    const lines = [...document.querySelectorAll('[data-sign="+"], [data-sign="-"]')]
    expect(lines.map((line) => line.textContent)).toEqual([
      'Removed: Two',
      'Added: Three',
      'Added: let a',
      'Added: let b',
    ])
  })

  it('shows the commit of the repository of each round', async () => {
    const [sha, repo_url] = ['0123456789abcdef'.padEnd(40, '0'), 'https://github.com/ada/tea']
    const commit_url = `${repo_url}/commit/${sha}`
    visit({
      ...returned,
      rounds: [
        aRound({ url: null, repo_url }),
        aRound({ id: 'r2', round: 2, url: null, repo_url, commit_sha: sha, commit_url }),
      ],
    })
    const link = await screen.findByRole('link', { name: '0123456789' })
    expect(link.getAttribute('href')).toBe(commit_url)
    expect(link.parentElement?.textContent).toBe('at commit 0123456789')
    const earlier = screen.getByRole('heading', { name: 'Round 1' }).closest('details')
    fireEvent.click(within(earlier as HTMLElement).getByText('Round 1'))
    expect(await screen.findByText('not pinned')).toBeTruthy()
  })

  it('says that a commit is being looked up until the last attempt has ended', async () => {
    const repo_url = 'https://github.com/ada/tea'
    visit({ ...returned, rounds: [aRound({ url: null, repo_url, commit_sought: true })] })
    expect(await screen.findByText('its commit is being looked up')).toBeTruthy()
    expect(screen.queryByText('not pinned')).toBeNull()
  })

  it('does not mention a commit while the work waits in the outbox', async () => {
    const repo_url = 'https://codeberg.org/ada/tea'
    visit({ accepts: ['REPOSITORY'] }, { submit_round: () => ({ status: 503, body: {} }) })
    type(await screen.findByLabelText('Repository'), repo_url)
    fireEvent.click(screen.getByRole('button', { name: 'Hand in' }))
    expect(await screen.findByText(/^Handed in here on/)).toBeTruthy()
    expect(screen.getByRole('link', { name: repo_url }).parentElement?.textContent).toBe(repo_url)
  })

  it('lets the person start from the work of the last round, or ask for a second opinion with one press', async () => {
    visit(returned, {
      submit_round: () => ({ body: aRound({ id: 'r3', round: 3, second_opinion: true }) }),
    })
    const text = await screen.findByLabelText<HTMLTextAreaElement>('Text')
    expect(text.value).toBe('One\nThree\nSix\n')
    fireEvent.click(screen.getByRole('button', { name: 'Ask for a second opinion' }))
    await screen.findByText('Round 3 waits for a review.')
    await waitFor(() => expect(portal.asked('submit_round')).toHaveLength(1))
    expect(sent('submit_round')[0]).toMatchObject({
      text: 'One\nThree\nSix\n',
      second_opinion: true,
    })
  })
})

describe('a draft', () => {
  it('is stored at each key press, and sent after a pause with the revision that it replaces', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const draft = { body: { url: 'https://one.example' }, revision: 'd1', kept: [] }
    visit({ draft })
    const field = await linkField()
    expect(field.value).toBe('https://one.example')
    type(field, 'https://two.example')
    type(field, 'https://three.example')
    expect(field.value).toBe('https://three.example')
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    await waitFor(() => expect(portal.asked('save_work_draft')).toHaveLength(1))
    expect(sent('save_work_draft')[0]).toMatchObject({
      body: { url: 'https://three.example' },
      based_on: ['d1'],
    })
    expect(await screen.findByText('Your draft is saved.')).toBeTruthy()
  })

  it('from another device is offered and can be used instead', async () => {
    const kept = {
      body: { url: 'https://phone.example' },
      revision: 'k1',
      updated_at: '2026-11-20T10:00:00Z',
    }
    visit({ draft: { body: { url: 'https://desk.example' }, revision: 'd1', kept: [kept] } })
    fireEvent.click(await screen.findByRole('button', { name: 'Use this one' }))
    expect((await linkField()).value).toBe('https://phone.example')
  })
})

describe('the state of the work', () => {
  const due = {
    at: '2026-11-27T17:00:00+00:00',
    zone: 'Europe/Vienna',
    extended: false,
    paused: false,
    shut_at: null,
    shut: false,
  }
  const waiting = {
    state: 'WAITING',
    round: 1,
    awaiting_since: '2026-11-20T10:00:00Z',
    passed_at: null,
  }

  it('includes the due date in its zone, the place in the queue, and how long reviews take', async () => {
    visit({
      due,
      submission: waiting,
      rounds: [aRound()],
      place: { place: 3, of: 12 },
      usual: { reviews: 20, median_hours: 5.2, p90_hours: 50 },
    })
    expect(await screen.findByText(/Fri 27 Nov.*Vienna.*ago$|Fri 27 Nov.*Vienna.*in /)).toBeTruthy()
    expect(screen.getByText('You are 3rd of 12 in the queue.')).toBeTruthy()
    expect(
      screen.getByText('Reviews here usually take 5 hours, and nine of ten at most 2 days.'),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Hand in another round' })).toBeTruthy()
  })

  const request = {
    ...{ note: 'I was ill.', days: 7, asked_at: '2026-11-20T08:00:00Z' },
    ...{ answered_at: null as string | null, declined_because: null as string | null },
  }

  it('has a form that asks for three more days with one press', async () => {
    visit({ due }, { ask_extension: () => ({ body: {} }) })
    fireEvent.click(await screen.findByRole('button', { name: 'Ask for more time' }))
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
    const asked = { lesson_id: 'a', note: '', days: 3 }
    await waitFor(() => expect(sent('ask_extension')).toEqual([asked]))
    await waitFor(() =>
      expect(screen.queryByRole('form', { name: 'Ask for more time' })).toBeNull(),
    )
  })

  it('shows the request, which can be changed', async () => {
    visit({ due, extension_request: request }, { ask_extension: () => ({ body: {} }) })
    expect(await screen.findByText(/^You asked for 7 more days on .* “I was ill.”$/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Change the request' }))
    fireEvent.click(screen.getByRole('radio', { name: '1 day' }))
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
    const asked = { lesson_id: 'a', note: 'I was ill.', days: 1 }
    await waitFor(() => expect(sent('ask_extension')).toEqual([asked]))
  })

  it('shows why more time was declined, and can ask again', async () => {
    const declined = {
      ...{ ...request, answered_at: '2026-11-21T08:00:00Z' },
      declined_because: 'We talk on Monday.',
    }
    visit({ due, extension_request: declined })
    expect(await screen.findByText('We talk on Monday.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ask for more time' })).toBeTruthy()
  })

  it.each([
    ['shut', { due: { ...due, shut_at: due.at, shut: true }, can_hand_in: false }, /is shut/],
    ['paused', { due: { ...due, at: null, paused: true } }, /You pause at the moment/],
    ['a preview', { can_hand_in: false }, /You are reading a free preview/],
    ['late', { due: { ...due, at: '2020-01-01T10:00:00Z' } }, /Was due/],
  ])('says that it is %s', async (_what, assignment, sentence) => {
    visit(assignment)
    expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
  })

  it('can be Passed, after which nothing more can be handed in', async () => {
    visit({
      submission: {
        state: 'PASSED',
        round: 1,
        awaiting_since: null,
        passed_at: '2026-11-21T10:00:00Z',
      },
      rounds: [aRound({ review: aReview({ verdict: 'PASS' }) })],
      can_hand_in: false,
    })
    expect((await screen.findAllByText('Passed')).length).toBe(2)
    expect(screen.queryByRole('form', { name: 'Hand in' })).toBeNull()
  })

  it('includes the due date in the outline too', async () => {
    visit({}, { course_outline: assignmentOutline({ due: { at: due.at, zone: due.zone } }) })
    const outline = within(await screen.findByRole('complementary', { name: 'Course outline' }))
    expect(await outline.findByText(/^Fri 27 Nov.*Vienna/)).toBeTruthy()
    expect(outline.getByText(/^Due/)).toBeTruthy()
  })

  it('includes what was handed in when the lesson is closed', async () => {
    visit(
      { open: false, can_hand_in: false, rounds: [aRound()] },
      { course_outline: assignmentOutline({ open: false }) },
    )
    expect(await screen.findByRole('heading', { name: 'Access required' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'https://example.org/work' })).toBeTruthy()
    expect(screen.queryByRole('form', { name: 'Hand in' })).toBeNull()
  })

  it('includes the rubric by which the work is judged', async () => {
    visit({ rubric: [aCriterion] })
    expect(await screen.findByText('How it is judged: 1 criterion')).toBeTruthy()
    expect(screen.getByText('It does not run.')).toBeTruthy()
    expect(screen.getByText('Essential')).toBeTruthy()
  })
})
