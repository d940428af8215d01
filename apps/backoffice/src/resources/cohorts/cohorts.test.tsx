import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ADA_ID, asModerator, bodies, COHORT_ID, openCohorts } from '../../test/cohorts'
import { fillDay, findDialog, type } from '../../test/interact'
import { preparePage } from '../../test/open-panel'
import { ROLE_RIGHTS } from '../../test/role-rights'
import { bootAnswer } from '../../test/wire'

preparePage()

describe('list of cohorts', () => {
  it('the list of cohorts shows state, days, people and seats, courses and staff of each cohort', async () => {
    openCohorts('/admin/cohorts')
    const row = within((await screen.findByText('Autumn')).closest('tr') as HTMLElement)
    expect(row.getByText('Running')).toBeDefined()
    expect(row.getByText('7 Sep – 18 Dec 2026')).toBeDefined()
    expect(row.getByText('2 of 30')).toBeDefined()
    expect(row.getByText('Web')).toBeDefined()
    expect(row.getByText('Grace Kim (Lead)')).toBeDefined()
  })

  it('the list of cohorts links moderators to their cohorts, and does not let them create one', async () => {
    openCohorts('/moderator/cohorts?new=cohort', {}, asModerator)
    const link = await screen.findByRole('link', { name: 'Autumn' })
    expect(link.getAttribute('href')).toBe(`/moderator/cohorts/${COHORT_ID}`)
    expect(screen.queryByRole('button', { name: 'Create Cohort' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('the list of cohorts requests archived cohorts only if the address asks for them', async () => {
    const { sent } = openCohorts('/admin/cohorts?state=ARCHIVED')
    await screen.findByText('Autumn')
    const [request] = sent.filter(({ path }) => path === 'rpc/cohort_list')
    expect(request?.params.get('state')).toBe('ARCHIVED')
  })
})

describe('new cohort', () => {
  it('a new cohort gets a slug from its title, says which fields are missing, and opens its page', async () => {
    const { sent, router } = openCohorts('/admin/cohorts?new=cohort', {
      'rpc/create_cohort': { body: { id: COHORT_ID, slug: 'spring-2027' } },
    })
    const title = await screen.findByRole('textbox', { name: 'Title' })
    const dialog = within(await findDialog('Create Cohort'))
    type(title, 'Spring 2027')
    await waitFor(() =>
      expect(dialog.getByLabelText('Slug')).toHaveProperty('value', 'spring-2027'),
    )
    fireEvent.click(dialog.getByRole('button', { name: 'Create Cohort' }))
    expect(await dialog.findByText('First day is required')).toBeDefined()
    fillDay(dialog.getByLabelText('First day'), '2027-03-01')
    fillDay(dialog.getByLabelText('Last day'), '2027-06-30')
    await dialog.findByText('17 weeks and 3 days')
    fireEvent.click(dialog.getByRole('button', { name: 'Create Cohort' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/cohorts/${COHORT_ID}`))
    expect(bodies(sent, 'rpc/create_cohort')).toEqual([
      expect.objectContaining({
        title: 'Spring 2027',
        slug: 'spring-2027',
        starts_on: '2027-03-01',
        ends_on: '2027-06-30',
        course_ids: [],
        operation_id: expect.any(String),
      }),
    ])
  })

  it('a new cohort shows the error about a taken slug at the field of the slug', async () => {
    openCohorts('/admin/cohorts?new=cohort', {
      'rpc/create_cohort': {
        status: 422,
        body: {
          code: 'PT422',
          hint: 'slug',
          message: 'This slug is already in use',
          details: null,
        },
      },
    })
    const title = await screen.findByRole('textbox', { name: 'Title' })
    const dialog = within(await findDialog('Create Cohort'))
    type(title, 'Autumn')
    fillDay(dialog.getByLabelText('First day'), '2027-03-01')
    fillDay(dialog.getByLabelText('Last day'), '2027-06-30')
    await dialog.findByText('17 weeks and 3 days')
    fireEvent.click(dialog.getByRole('button', { name: 'Create Cohort' }))
    expect(await dialog.findByText('This slug is already in use')).toBeDefined()
  })
})

describe('page of a cohort', () => {
  it('the page of a cohort says that the cohort does not exist if a moderator may not read it', async () => {
    openCohorts(
      `/moderator/cohorts/${COHORT_ID}`,
      {
        'rpc/cohort': {
          status: 403,
          body: { code: '42501', hint: null, message: 'Refused', details: null },
        },
      },
      asModerator,
    )
    expect(await screen.findByText('There is no such cohort')).toBeDefined()
  })

  it('the page does not delete a cohort with people, and says why', async () => {
    const sentence = 'People belong to this cohort, or did. Archive it instead.'
    openCohorts(`/admin/cohorts/${COHORT_ID}`, {
      cohorts: {
        status: 409,
        body: { code: 'PT409', hint: 'COHORT_HAS_PEOPLE', message: sentence, details: null },
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'More' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const question = within(await findDialog('Delete this cohort?'))
    fireEvent.click(question.getByRole('button', { name: 'Delete Cohort' }))
    expect((await question.findByRole('alert')).textContent).toBe(sentence)
  })
})

describe("list of a cohort's people", () => {
  const openMenu = async (name: string) =>
    fireEvent.click(await screen.findByRole('button', { name: `Options for ${name}` }))

  it("the list of a cohort's people opens everything for a person in two presses, and Undo takes that back", async () => {
    const { sent } = openCohorts(`/admin/cohorts/${COHORT_ID}`)
    await openMenu('Ada Okafor')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Open Everything' }))
    expect(await screen.findByText('Everything is open for Ada Okafor')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('The schedule counts again for Ada Okafor')).toBeDefined()
    expect(bodies(sent, 'rpc/change_cohort_people')).toMatchObject([
      { act: 'open', people: [ADA_ID] },
      { act: 'close', people: [ADA_ID] },
    ])
  })

  it("the list of a cohort's people delays a person's schedule by a week in two presses", async () => {
    const { sent } = openCohorts(`/moderator/cohorts/${COHORT_ID}`, {}, asModerator)
    await openMenu('Ada Okafor')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'One Week Later' }))
    expect(await screen.findByText('Everything comes 7 days later for Ada Okafor')).toBeDefined()
    expect(bodies(sent, 'rpc/change_cohort_people')).toMatchObject([{ act: 'shift', days: 7 }])
  })

  it("the list of a cohort's people names the chosen people before many are changed, and sends each action under its own operation id", async () => {
    let broken = true
    const { sent } = openCohorts(`/admin/cohorts/${COHORT_ID}`, {
      'rpc/change_cohort_people': () =>
        broken ? { status: 503, body: {} } : { body: { changed: 2 } },
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Ada Okafor' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Alan Byron' }))
    fireEvent.click(screen.getByRole('button', { name: 'Change selected people' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Pause' }))
    const question = within(await findDialog('Pause: 2 people?'))
    expect(question.getByText('Ada Okafor and Alan Byron')).toBeDefined()
    fireEvent.click(question.getByRole('button', { name: 'Pause' }))
    await screen.findByText('Failed to change people')
    broken = false
    expect(bodies(sent, 'rpc/change_cohort_people')).toMatchObject([
      { act: 'pause', people: [ADA_ID, 'alan'] },
    ])
  })

  it("the list of a cohort's people shows how a person's schedule differs from the cohort's", async () => {
    openCohorts(`/admin/cohorts/${COHORT_ID}`)
    const row = within((await screen.findByText('Alan Byron')).closest('tr') as HTMLElement)
    expect(row.getByText('7 days later')).toBeDefined()
  })

  it('the list of people has no menus for readers without the right', async () => {
    const readers = ROLE_RIGHTS.MODERATOR.filter(({ action }) => action !== 'create')
    openCohorts(`/moderator/cohorts/${COHORT_ID}`, {}, bootAnswer(readers, { role: 'MODERATOR' }))
    await screen.findByText('Ada Okafor')
    expect(screen.queryByRole('button', { name: 'Add People' })).toBeNull()
  })
})
