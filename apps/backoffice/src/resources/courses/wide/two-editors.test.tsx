import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type } from '../../../test/interact'
import { ALL_RIGHTS, openPanel, preparePage } from '../../../test/open-panel'
import { course as row } from '../../../test/rows'
import { bootAnswer, type WireRequest } from '../../../test/wire'

preparePage()

const course = { ...row, description: 'What it is about', status: 'DRAFT', author_name: 'Ada' }

/** A project with one course, which another person can change or delete while it is edited. */
async function openDetails() {
  const project = { course, deleted: false }
  const { sent } = openPanel(
    `/admin/courses/${course.id}?tab=details`,
    bootAnswer(ALL_RIGHTS),
    ({ path, method, params, body }) => {
      if (path === 'rpc/restore_course') {
        project.deleted = false
        return { status: 204 }
      }
      if (path !== 'courses') return null
      if (project.deleted) return { body: [] }
      if (method !== 'PATCH') return { body: [project.course] }
      if (params.get('updated_at') !== `eq.${project.course.updated_at}`) return { body: [] }
      project.course = {
        ...project.course,
        ...Object(body),
        updated_at: '2026-11-09T10:00:00+00:00',
      }
      return { body: [project.course] }
    },
  )
  const description = await screen.findByRole('textbox', { name: /^Description/ })
  return { project, sent, description }
}

const save = () => screen.getByRole('button', { name: 'Save Course' })

const saves = (sent: readonly WireRequest[]) =>
  sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

describe('form of course details', () => {
  it('an editor can save the details although another person has published the course since they were read', async () => {
    const { project, sent, description } = await openDetails()
    expect(screen.getByText('Hidden from users')).toBeDefined()
    type(description, 'Written since')
    project.course = { ...course, status: 'PUBLISHED', updated_at: '2026-11-06T10:00:00+00:00' }
    fireEvent.click(save())
    expect(await screen.findByText('Course updated successfully')).toBeDefined()
    expect(screen.getByText('Visible to users when published')).toBeDefined()
    expect(project.course).toMatchObject({ status: 'PUBLISHED', description: 'Written since' })
    expect(saves(sent)).toEqual([
      { description: 'Written since' },
      { description: 'Written since' },
    ])
  })

  it('the form of course details keeps what was typed when another person deletes the course, which can be restored', async () => {
    const { project, description } = await openDetails()
    type(description, 'Not lost')
    project.deleted = true
    fireEvent.click(save())
    const title = await screen.findByRole('heading', { name: 'This course was deleted' })
    const gone = within(title.closest('[role=alert]') as HTMLElement)
    expect(gone.getByText(/^Your changes are still here\./)).toBeDefined()
    expect(description).toHaveProperty('value', 'Not lost')
    expect(save()).toHaveProperty('disabled', true)
    fireEvent.click(gone.getByRole('button', { name: 'Restore Course' }))
    expect(await screen.findByText('Course restored')).toBeDefined()
    await waitFor(() => expect(screen.queryByText('This course was deleted')).toBeNull())
    // The Save button of the Content tab also saves the details.
    fireEvent.click(screen.getByRole('tab', { name: 'Content' }))
    fireEvent.click(save())
    expect(await screen.findByText('Course updated successfully')).toBeDefined()
    expect(project.course.description).toBe('Not lost')
  })
})
