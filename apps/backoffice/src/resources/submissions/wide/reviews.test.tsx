import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asModerator, bodies } from '../../../test/cohorts'
import { findDialog, type } from '../../../test/interact'
import { preparePage } from '../../../test/open-panel'
import {
  claimOf,
  NEWER_ID,
  NEXT_ID,
  openReviews,
  press,
  publish,
  publishedFacts,
  REVIEW,
  ROUND_ID,
  reviewFacts,
  roundFacts,
  WORK_ID,
} from '../../../test/reviews'

preparePage()

const refusal = (hint: string, message: string, status = 409) => ({
  status,
  body: { code: `PT${status}`, hint, message, details: null },
})

describe('review that is being written', () => {
  it('the review screen begins with the latest draft when its screen opens again', async () => {
    let kept: object | null = null
    const { router } = openReviews(REVIEW, {
      'rpc/review': ({ params }) => ({
        body: reviewFacts({
          ...(params.get('submission_id') === NEXT_ID && { submission_id: NEXT_ID }),
          draft: params.get('submission_id') === WORK_ID ? kept : null,
        }),
      }),
      'rpc/save_review_draft': ({ body }) => {
        const { round_id, body: written } = body as { round_id: string; body: object }
        kept = { round: 1, round_id, body: written, updated_at: '2026-01-01T00:00:00Z' }
        return {
          body: { saved_at: '', until: null, claim: claimOf('Ada', true), newer_round: null },
        }
      },
    })
    type(await screen.findByRole('textbox', { name: 'Comment' }), 'Half of it')
    press('n')
    await waitFor(() => expect(router.state.location.pathname).not.toBe(REVIEW))
    await waitFor(() => expect(kept).not.toBeNull())
    await act(() => router.navigate(-1))
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveProperty(
        'value',
        'Half of it',
      ),
    )
  })

  it('the review screen inserts a saved reply from the menu', async () => {
    openReviews(REVIEW)
    await screen.findByRole('textbox', { name: 'Comment' })
    press('s')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Nice' }))
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveProperty(
      'value',
      'Nice work, go on like that.',
    )
    await screen.findByText(/^Saved/)
  })

  it('a reviewer cannot write while another reviewer claims the work, whom the screen names', async () => {
    const { sent } = openReviews(REVIEW, {
      'rpc/review': { body: reviewFacts({ claim: claimOf('Grace Kim') }) },
    })
    expect(await screen.findByText(/^Grace Kim is reviewing this until/)).toBeDefined()
    press('p')
    publish()
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveProperty('disabled', true)
    expect(sent.filter(({ path }) => /draft|publish/.test(path))).toEqual([])
  })

  it('the review screen keeps everything that was written when a newer round arrives', async () => {
    let newer = false
    const { sent } = openReviews(REVIEW, {
      'rpc/review': ({ params }) => ({
        body: reviewFacts({
          ...(params.get('submission_id') === NEXT_ID && { submission_id: NEXT_ID }),
          ...(newer && {
            round: 2,
            rounds: [
              roundFacts(),
              roundFacts({
                id: NEWER_ID,
                round: 2,
                text: 'A new first line.\nMy page about tea.\nIt is longer now.\nThe end.',
              }),
            ],
          }),
        }),
      }),
      'rpc/publish_review': ({ body }) =>
        (body as { round_id: string }).round_id === ROUND_ID
          ? refusal('NEWER_ROUND', 'A newer round was handed in meanwhile. What you wrote is kept.')
          : { body: publishedFacts({ verdict: 'AGAIN' }) },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Remark on line 1' }))
    type(screen.getByRole('textbox', { name: 'Remark on line 1' }), 'Which tea?')
    fireEvent.click(screen.getByRole('button', { name: 'Remark on line 2' }))
    type(screen.getByRole('textbox', { name: 'Remark on line 2' }), 'Write more')
    press('g')
    newer = true
    publish()
    const noticeText = 'Round 2 was handed in while you reviewed round 1'
    expect(await screen.findByText(noticeText)).toBeDefined()
    expect(screen.getByRole('textbox', { name: 'Remark on line 2' })).toHaveProperty(
      'value',
      'Which tea?',
    )
    publish()
    await waitFor(() => expect(bodies(sent, 'rpc/publish_review')).toHaveLength(2))
    expect(bodies(sent, 'rpc/publish_review')[1]).toMatchObject({
      round_id: NEWER_ID,
      remarks: [
        { path: null, line_from: 2, line_to: 2, body: 'Which tea?' },
        { path: null, line_from: null, line_to: null, body: 'Round 1, line 2: Write more' },
      ],
    })
  })

  it('the review screen has a dialog that lists its keys and lets the person turn them off', async () => {
    openReviews(REVIEW)
    await screen.findByRole('textbox', { name: 'Comment' })
    press('?')
    await screen.findByText('Publish, and open the next work')
    const dialog = within(await findDialog('Keyboard Shortcuts'))
    expect(dialog.getByText('Publish, and open the next work')).toBeDefined()
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Use keyboard shortcuts' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
    press('p')
    expect(screen.getByRole('radio', { name: 'Passed' })).toHaveProperty('checked', false)
    localStorage.clear()
  })
})

describe('late work', () => {
  it('late work counts as on time after one press', async () => {
    const { sent } = openReviews(REVIEW, {
      'rpc/review': { body: reviewFacts({ late: true }) },
      'rpc/waive_late': { status: 204 },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Waive Lateness' }))
    expect(await screen.findByText('No longer late')).toBeDefined()
    expect(bodies(sent, 'rpc/waive_late')).toEqual([{ round_id: ROUND_ID }])
  })
})

describe('reviewed work', () => {
  const review = {
    id: 'v1',
    verdict: 'PASS',
    comment: 'Well done',
    levels: { works: 1 },
    rubric: reviewFacts().rubric,
    published_at: '2026-01-01T10:00:00Z',
    reviewer: 'Grace Kim',
    remarks: [],
  }
  const passed = reviewFacts({ state: 'PASSED', rounds: [roundFacts({ review })] })

  it('reviewed work shows its review, which an administrator can take back with a reason', async () => {
    const { sent } = openReviews(REVIEW, { 'rpc/review': { body: passed } })
    expect(await screen.findByText('Well done')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Take Back…' }))
    await screen.findByRole('textbox', { name: 'Reason' })
    const dialog = within(await findDialog('Take this review back?'))
    fireEvent.click(dialog.getByRole('button', { name: 'Take Back' }))
    expect(await dialog.findByText('Please give a reason.')).toBeDefined()
    type(dialog.getByRole('textbox', { name: 'Reason' }), 'Wrong person')
    fireEvent.click(dialog.getByRole('button', { name: 'Take Back' }))
    expect(await screen.findByText('The review was taken back')).toBeDefined()
    expect(bodies(sent, 'rpc/withdraw_review')).toEqual([
      { review_id: 'v1', reason: 'Wrong person' },
    ])
  })

  it('the page of reviewed work has no button to take the review back for people without that right', async () => {
    openReviews(
      REVIEW.replace('admin', 'moderator'),
      {
        'rpc/review': { body: { ...passed, can_withdraw: false } },
      },
      asModerator,
    )
    expect(await screen.findByText('Well done')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Take Back/ })).toBeNull()
  })
})
