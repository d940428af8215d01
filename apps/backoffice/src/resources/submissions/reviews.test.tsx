import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asModerator, bodies } from '../../test/cohorts'
import { type } from '../../test/interact'
import { preparePage } from '../../test/open-panel'
import {
  claimOf,
  NEWER_ID,
  NEXT_ID,
  openReviews,
  PERSON_ID,
  press,
  publish,
  REVIEW,
  ROUND_ID,
  reviewFacts,
  roundFacts,
  WORK_ID,
  workFacts,
} from '../../test/reviews'
import { ROLE_RIGHTS } from '../../test/role-rights'
import { bootAnswer } from '../../test/wire'

preparePage()

describe('review queue', () => {
  it('the review queue shows whose work it is, by when a review is promised, and who reviews it now', async () => {
    openReviews('/admin/reviews', {
      'rpc/review_queue': {
        body: { total: 1, rows: [workFacts({ late: true, claim: claimOf('Grace Kim') })] },
      },
    })
    const row = within((await screen.findByText('Building a page')).closest('tr') as HTMLElement)
    expect(row.getByRole('link', { name: 'Mia Wu' })).toBeDefined()
    expect(row.getByText('To be read in 45 h')).toBeDefined()
    expect(row.getByText(/^Grace Kim, until/)).toBeDefined()
    expect(row.getByText('Late')).toBeDefined()
  })

  it('the review queue sends all filters of its address in one argument, and keeps them for the next work', async () => {
    const { sent } = openReviews(
      `/moderator/reviews?late=true&mine=true&course=${PERSON_ID}`,
      {},
      asModerator,
    )
    const link = await screen.findByRole('link', { name: 'Building a page' })
    expect(link.getAttribute('href')).toBe(
      `/moderator/reviews/${WORK_ID}?course=${PERSON_ID}&late=true&mine=true`,
    )
    const filter = { late: 'true', mine: 'true', course_id: PERSON_ID }
    expect(bodies(sent, 'rpc/review_queue')[0]).toMatchObject({
      filter: { ...filter, state: 'WAITING' },
    })
    await waitFor(() => expect(bodies(sent, 'rpc/next_review')).toContainEqual({ filter }))
  })

  it('the review queue exports the list with the filters of its address', async () => {
    const { sent } = openReviews(
      `/moderator/reviews?late=true&course=${PERSON_ID}`,
      { 'rpc/begin_export': { body: { id: 'x1', total: 0, columns: ['assignment'] } } },
      asModerator,
    )
    fireEvent.click(await screen.findByRole('button', { name: 'More' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Export CSV' }))
    const filter = { state: 'WAITING', late: 'true', course_id: PERSON_ID }
    await waitFor(() =>
      expect(bodies(sent, 'rpc/begin_export')).toEqual([{ list: 'reviews', filter }]),
    )
  })

  it("the review queue hides the person's name if the assignment is blind", async () => {
    openReviews('/admin/reviews', {
      'rpc/review_queue': { body: { total: 1, rows: [workFacts({ blind: true, person: null })] } },
    })
    expect(await screen.findByText('Name hidden until reviewed')).toBeDefined()
    expect(document.body.textContent).not.toContain('Mia')
  })

  it('members cannot open the review queue', async () => {
    openReviews('/admin/reviews', {}, bootAnswer(ROLE_RIGHTS.MEMBER, { role: 'MEMBER' }))
    await waitFor(() => expect(screen.queryByText('Building a page')).toBeNull())
  })
})

describe('review screen', () => {
  it('the review screen asks for a new round with one press if a file cannot be read, and shows the rest of the work', async () => {
    openReviews(REVIEW, {
      'rpc/review': {
        body: reviewFacts({ rounds: [roundFacts({ files: [{ name: {}, bytes: -1e300 }] })] }),
      },
    })
    expect(await screen.findByText('A part of this round cannot be read')).toBeDefined()
    expect(screen.getByText('My page about tea.')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Ask for a New Round' }))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe(
      'A part of this work could not be read. Please hand it in once more.',
    )
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Please go on' }).checked).toBe(true)
  })

  it('the review screen publishes a routine pass with three keys, and opens the next work, which has already loaded', async () => {
    const { sent, router } = openReviews(REVIEW)
    await screen.findByRole('heading', { name: 'Building a page' })
    await waitFor(() =>
      expect(sent.some(({ params }) => params.get('submission_id') === NEXT_ID)).toBe(true),
    )
    press('f')
    press('p')
    publish()
    expect(await screen.findByRole('heading', { name: 'Styling a page' })).toBeDefined()
    expect(router.state.location.pathname).toBe(`/admin/reviews/${NEXT_ID}`)
    expect(bodies(sent, 'rpc/publish_review')).toEqual([
      {
        round_id: ROUND_ID,
        verdict: 'PASS',
        levels: { works: 1, reads: 1 },
        comment: '',
        remarks: [],
        operation_id: expect.any(String),
      },
    ])
    expect(screen.getByText('Published: Passed, Mia Wu, Building a page')).toBeDefined()
  })

  it('the review screen shows when a round was handed in and when it was due in the same form', async () => {
    const late = { submitted_at: '2026-03-02T17:00:20Z', due_at_then: '2026-03-02T17:00:00Z' }
    const round = roundFacts({ ...late, due_zone: 'Europe/Vienna' })
    openReviews(REVIEW, { 'rpc/review': { body: reviewFacts({ rounds: [round] }) } })
    const due = await screen.findByTitle(/18:00:00 in Vienna/)
    expect(due.textContent).toMatch(/^Mon 2 Mar.* 18:00:00 Vienna/)
    expect(due.previousElementSibling?.textContent).toMatch(/^Mon 2 Mar.* 18:00:20 Vienna/)
  })

  it('the review screen shows the commit of a repository, or that it is not pinned', async () => {
    const [sha, repo_url] = ['0123456789abcdef'.padEnd(40, '0'), 'https://github.com/mia/tea']
    const commit_url = `${repo_url}/commit/${sha}`
    const before = roundFacts({ id: NEWER_ID, repo_url })
    const after = roundFacts({ round: 2, repo_url, commit_sha: sha, commit_url })
    openReviews(REVIEW, { 'rpc/review': { body: reviewFacts({ rounds: [before, after] }) } })
    const link = await screen.findByRole('link', { name: '0123456789' })
    expect(link.getAttribute('href')).toBe(commit_url)
    expect(link.parentElement?.textContent).toMatch(/^at commit 0123456789/)
    fireEvent.click(screen.getByRole('radio', { name: 'Round 1' }))
    expect(await screen.findByText('not pinned')).toBeDefined()
  })

  it('the review screen takes a published review back with one key on the next screen', async () => {
    const { sent, router } = openReviews(REVIEW)
    await screen.findByRole('heading', { name: 'Building a page' })
    press('f')
    press('p')
    publish()
    await screen.findByRole('heading', { name: 'Styling a page' })
    press('u')
    await waitFor(() => expect(router.state.location.pathname).toBe(REVIEW))
    expect(bodies(sent, 'rpc/withdraw_review')).toEqual([{ review_id: 'v1' }])
  })

  it('the review screen takes the last published review back with one key in the queue', async () => {
    const { sent, router } = openReviews(REVIEW, { 'rpc/next_review': { body: null } })
    await screen.findByRole('heading', { name: 'Building a page' })
    press('f')
    press('p')
    publish()
    await screen.findByText('Published: Passed, Mia Wu, Building a page')
    expect(router.state.location.pathname).toBe('/admin/reviews')
    press('u')
    await waitFor(() => expect(router.state.location.pathname).toBe(REVIEW))
    expect(bodies(sent, 'rpc/withdraw_review')).toEqual([{ review_id: 'v1' }])
  })

  it('the review screen judges one criterion after the other by number keys', async () => {
    openReviews(REVIEW)
    const works = within(await screen.findByRole('group', { name: /^Works/ }))
    const reads = within(screen.getByRole('group', { name: /^Reads well/ }))
    press('2')
    press('1')
    expect(works.getByRole('radio', { name: /^Met/ })).toHaveProperty('checked', true)
    expect(reads.getByRole('radio', { name: /^Not yet/ })).toHaveProperty('checked', true)
    expect(screen.getByText('Reads well: Not yet')).toBeDefined()
  })

  it('the review screen refuses to pass work while an essential criterion is not met, and names that criterion', async () => {
    const { sent } = openReviews(REVIEW)
    await screen.findByRole('group', { name: /^Works/ })
    press('1')
    press('p')
    expect(await screen.findByText('Essential, and not met: Works.')).toBeDefined()
    publish()
    expect(screen.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true)
    expect(bodies(sent, 'rpc/publish_review')).toEqual([])
  })

  it('the review screen saves what is typed, which claims the work, and ignores keys in a field', async () => {
    const { sent } = openReviews(REVIEW)
    const comment = await screen.findByRole('textbox', { name: 'Comment' })
    fireEvent.keyDown(comment, { key: 'p' })
    type(comment, 'Good')
    expect(await screen.findByText(/^Saved\. Yours until/)).toBeDefined()
    expect(bodies(sent, 'rpc/save_review_draft')).toEqual([
      {
        round_id: ROUND_ID,
        body: { verdict: null, levels: {}, comment: 'Good', remarks: [] },
      },
    ])
  })

  it('the review screen previews a comment as the learner will see it, and marks pasted code in one press', async () => {
    openReviews(REVIEW)
    const comment = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })
    type(comment, 'Move **the** <style>:\na();\n  b();')
    fireEvent.click(screen.getByRole('button', { name: 'Show Preview' }))
    const preview = await screen.findByRole('figure', { name: 'Preview' })
    await waitFor(() => expect(preview.querySelector('strong')?.textContent).toBe('the'))
    expect(preview.textContent).toContain('<style>')
    fireEvent.click(screen.getByRole('button', { name: 'Mark as Code' }))
    expect(comment.value).toBe('Move **the** <style>:\n```\na();\n  b();\n```')
    expect(document.activeElement).toBe(comment)
    await waitFor(() => expect(preview.querySelector('pre')?.textContent).toBe('a();\n  b();'))
  })

  it('the review screen shows staff a published review with its remarks as the learner reads it', async () => {
    const review = {
      ...{ id: 'v1', verdict: 'AGAIN', comment: 'Move **the** <style>.', levels: {}, rubric: [] },
      ...{ published_at: '2026-01-01T10:00:00Z', reviewer: 'Grace Kim' },
      remarks: [{ id: 'k', path: null, line_from: 1, line_to: 1, body: 'Use `<main>` *here*.' }],
    }
    openReviews(REVIEW, {
      'rpc/review': { body: reviewFacts({ rounds: [roundFacts({ review })] }) },
    })
    const given = await screen.findByRole('region', { name: 'Review of round 1' })
    await waitFor(() => expect(given.querySelector('strong')?.textContent).toBe('the'))
    expect(given.textContent).toContain('<style>')
    expect((await screen.findByText('here')).tagName).toBe('EM')
    expect(screen.getByText('<main>').tagName).toBe('CODE')
  })

  it('the review screen adds a remark to lines by mouse and by keyboard', async () => {
    const { sent } = openReviews(REVIEW)
    fireEvent.click(await screen.findByRole('button', { name: 'Remark on line 2' }))
    type(screen.getByRole('textbox', { name: 'Remark on line 2' }), 'Too short')
    const first = screen.getByRole('button', { name: 'Remark on line 1' })
    first.focus()
    fireEvent.keyDown(first, { key: 'ArrowDown', shiftKey: true })
    const second = screen.getByRole('button', { name: 'Remark on line 2' })
    expect(document.activeElement).toBe(second)
    fireEvent.click(second)
    type(screen.getByRole('textbox', { name: 'Remark on lines 1–2' }), 'Both')
    press('g')
    publish()
    await screen.findByRole('heading', { name: 'Styling a page' })
    expect(bodies(sent, 'rpc/publish_review')[0]).toMatchObject({
      verdict: 'AGAIN',
      remarks: [
        { path: null, line_from: 2, line_to: 2, body: 'Too short' },
        { path: null, line_from: 1, line_to: 2, body: 'Both' },
      ],
    })
  })
})
