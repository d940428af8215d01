import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { COHORT_ID, openCohorts } from '../../test/cohorts'
import { preparePage } from '../../test/open-panel'

preparePage()

it('the page of a cohort lists its unanswered questions, each with a link', async () => {
  openCohorts(`/admin/cohorts/${COHORT_ID}?tab=questions`, {
    'rpc/question_bans': { body: [] },
    'rpc/cohort_questions': {
      body: [
        {
          ...{ id: 'q1', title: 'Why does my <form> reload?', lesson_id: 'l1', lesson: 'Forms' },
          ...{ slug: 'web', author: { id: 'u1', name: 'Mia Wu' }, answers: 0 },
          waiting_since: '2026-09-20T08:00:00Z',
        },
      ],
    },
  })
  const list = within(await screen.findByRole('region', { name: 'Waiting for an answer' }))
  const link = await list.findByRole('link', { name: 'Why does my <form> reload?' })
  expect(link.getAttribute('href')).toBe('/app/courses/web/lesson/l1?question=q1')
  expect(list.getByText('Forms')).toBeDefined()
})
