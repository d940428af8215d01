import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fillDay, findDialog, type } from '../../test/interact'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { ROLE_RIGHTS } from '../../test/role-rights'
import { bootAnswer, type WireAnswer, type WireRequest } from '../../test/wire'

preparePage({ styleSheets: false })

const COHORT_ID = 'dc000000-0000-4000-8000-000000000301'
const ADA_ID = 'dd000000-0000-4000-8000-000000000100'

const autumn = {
  id: COHORT_ID,
  slug: 'autumn',
  title: 'Autumn',
  time_zone: 'Europe/Vienna',
  starts_on: '2026-09-07',
  ends_on: '2026-12-18',
  access_ends_on: null,
  seats: 30,
  state: 'RUNNING',
  draft: false,
  archived_at: null,
  updated_at: '2026-09-01T08:00:00Z',
  people: 2,
  courses: [{ id: 'c1', title: 'Web', slug: 'web' }],
  staff: [{ id: 's1', name: 'Grace Kim', duty: 'LEAD' }],
}
const details = {
  ...autumn,
  members: { ACTIVE: 2 },
  lessons: 12,
  openings: 4,
  community: null,
  my_duty: null,
}
const person = (id: string, name: string, change: object = {}) => ({
  id,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.org`,
  state: 'ACTIVE',
  joined_at: '2026-09-01T08:00:00Z',
  left_at: null,
  shift_days: 0,
  open_all: false,
  paused_on: null,
  completed: 3,
  lessons: 12,
  last_at: null,
  ...change,
})
const ada = person(ADA_ID, 'Ada Okafor')
const alan = person('alan', 'Alan Byron', { shift_days: 7 })

type Answers = Record<string, WireAnswer | ((request: WireRequest) => WireAnswer)>

function openCohorts(path: string, answers: Answers = {}, boot = bootAnswer(ALL_RIGHTS)) {
  const known: Answers = {
    'rpc/cohort_list': { body: { total: 1, cohorts: [autumn] } },
    'rpc/cohort': { body: details },
    'rpc/cohort_member_list': { body: { total: 2, people: [ada, alan] } },
    'rpc/change_cohort_people': { body: { changed: 1 } },
    ...answers,
  }
  return openPanel(path, boot, (request) => {
    const answer = known[request.path]
    return typeof answer === 'function' ? answer(request) : (answer ?? null)
  })
}

const asModerator = bootAnswer(ROLE_RIGHTS.MODERATOR, { role: 'MODERATOR' })
const bodies = (sent: readonly WireRequest[], path: string) =>
  sent.filter((request) => request.path === path).map(({ body }) => body)

describe('the list of cohorts', () => {
  it('shows state, days, people of seats, courses and staff', async () => {
    openCohorts('/admin/cohorts')
    const row = within((await screen.findByText('Autumn')).closest('tr') as HTMLElement)
    expect(row.getByText('Running')).toBeDefined()
    expect(row.getByText('Mon 7 Sep – Fri 18 Dec 2026')).toBeDefined()
    expect(row.getByText('2 of 30')).toBeDefined()
    expect(row.getByText('Web')).toBeDefined()
    expect(row.getByText('Grace Kim (Lead)')).toBeDefined()
  })

  it('leads moderators to their cohorts, and offers them no new one', async () => {
    openCohorts('/moderator/cohorts?new=cohort', {}, asModerator)
    const link = await screen.findByRole('link', { name: 'Autumn' })
    expect(link.getAttribute('href')).toBe(`/moderator/cohorts/${COHORT_ID}`)
    expect(screen.queryByRole('button', { name: 'Create Cohort' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks for archived cohorts only where the address does', async () => {
    const { sent } = openCohorts('/admin/cohorts?state=ARCHIVED')
    await screen.findByText('Autumn')
    const [request] = sent.filter(({ path }) => path === 'rpc/cohort_list')
    expect(request?.params.get('state')).toBe('ARCHIVED')
  })
})

describe('a new cohort', () => {
  it('gets a slug from its title, says what is missing, and leads to its page', async () => {
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

  it('shows a slug that is taken at its field', async () => {
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

describe('the page of a cohort', () => {
  it('says that there is none where a moderator is refused it', async () => {
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

  it('keeps a cohort with people, and says why', async () => {
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

describe('people of a cohort', () => {
  const openMenu = async (name: string) =>
    fireEvent.click(await screen.findByRole('button', { name: `Options for ${name}` }))

  it('get everything opened in two presses, and Undo shuts it again', async () => {
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

  it('are shifted by a week in two presses', async () => {
    const { sent } = openCohorts(`/moderator/cohorts/${COHORT_ID}`, {}, asModerator)
    await openMenu('Ada Okafor')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'One Week Later' }))
    expect(await screen.findByText('Everything comes 7 days later for Ada Okafor')).toBeDefined()
    expect(bodies(sent, 'rpc/change_cohort_people')).toMatchObject([{ act: 'shift', days: 7 }])
  })

  it('are named before many are changed, and each act is sent under its own id', async () => {
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

  it('are shown with a pace of their own', async () => {
    openCohorts(`/admin/cohorts/${COHORT_ID}`)
    const row = within((await screen.findByText('Alan Byron')).closest('tr') as HTMLElement)
    expect(row.getByText('7 days later')).toBeDefined()
  })

  it('have no options for readers without the right', async () => {
    const readers = ROLE_RIGHTS.MODERATOR.filter(({ action }) => action !== 'create')
    openCohorts(`/moderator/cohorts/${COHORT_ID}`, {}, bootAnswer(readers, { role: 'MODERATOR' }))
    await screen.findByText('Ada Okafor')
    expect(screen.queryByRole('button', { name: 'Add People' })).toBeNull()
  })
})

describe('a move of a cohort', () => {
  const move = (days: number) => ({
    moves: 4,
    stays: 3,
    begun: true,
    starts_on: '2026-09-07',
    ends_on: days > 0 ? '2026-12-25' : '2026-12-18',
    access_ends_on: null,
    people: 2,
  })

  it('says what moves before it is done, and can be taken back', async () => {
    const { sent } = openCohorts(
      `/moderator/cohorts/${COHORT_ID}`,
      {
        'rpc/move_cohort': ({ body }) => ({ body: move((body as { days: number }).days) }),
      },
      asModerator,
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Move' }))
    expect(await screen.findByText('4 openings move, 3 lie in the past and stay.')).toBeDefined()
    const dialog = within(await findDialog('Move Cohort'))
    fireEvent.click(dialog.getByRole('button', { name: 'Move' }))
    expect(await screen.findByText('Autumn now ends on Fri 25 Dec 2026')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('The move was taken back')).toBeDefined()
    expect(bodies(sent, 'rpc/move_cohort')).toMatchObject([
      { days: 7, dry_run: true },
      { days: 7, dry_run: false },
      { days: -7, dry_run: false },
    ])
  })

  it('that cannot be is refused before it is tried', async () => {
    const message = 'The last day would lie before the first.'
    openCohorts(`/admin/cohorts/${COHORT_ID}`, {
      'rpc/move_cohort': {
        status: 422,
        body: { code: 'PT422', hint: 'days', message, details: null },
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Move' }))
    expect(await screen.findByText(message)).toBeDefined()
    const dialog = within(await findDialog('Move Cohort'))
    expect(dialog.getByRole('button', { name: 'Move' })).toHaveProperty('disabled', true)
  })
})

describe('a cohort that begins again', () => {
  it('is proposed, says what it takes over, and is led to', async () => {
    const other = 'dc000000-0000-4000-8000-000000000302'
    const { sent, router } = openCohorts(`/admin/cohorts/${COHORT_ID}`, {
      'rpc/start_cohort_again': { body: { id: other, slug: 'autumn-2' } },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Start Again' }))
    expect(await screen.findByDisplayValue('autumn-2')).toBeDefined()
    expect(
      screen.getByText(/takes over 1 course, 4 openings, and 1 person of the staff/),
    ).toBeDefined()
    const dialog = within(await findDialog('Start Again'))
    fireEvent.click(dialog.getByRole('button', { name: 'Start Again' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/cohorts/${other}`))
    expect(bodies(sent, 'rpc/start_cohort_again')).toMatchObject([
      { cohort_id: COHORT_ID, title: 'Autumn 2', slug: 'autumn-2' },
    ])
  })
})

describe('the staff of a cohort', () => {
  it('loses a person after a question', async () => {
    const { sent } = openCohorts(`/admin/cohorts/${COHORT_ID}?tab=staff`, {
      cohort_staff: { body: [{ user_id: 's1' }] },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Grace Kim' }))
    const question = within(await findDialog('End this duty?'))
    fireEvent.click(question.getByRole('button', { name: 'End Duty' }))
    expect(await screen.findByText('Duty ended')).toBeDefined()
    const [request] = sent.filter(({ path }) => path === 'cohort_staff')
    expect(request).toMatchObject({ method: 'DELETE' })
    expect(request?.params.get('user_id')).toBe('eq.s1')
    expect(request?.params.get('cohort_id')).toBe(`eq.${COHORT_ID}`)
  })

  it('is shown to moderators without a way to change it', async () => {
    openCohorts(`/moderator/cohorts/${COHORT_ID}?tab=staff`, {}, asModerator)
    expect(await screen.findByText('Grace Kim')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Remove|Add to Staff/ })).toBeNull()
  })
})

describe('the progress of a cohort', () => {
  const progress = {
    modules: [
      { id: 'm1', title: 'Begin', course: 'Web', lessons: 4 },
      { id: 'm2', title: 'Go on', course: 'Web', lessons: 8 },
    ],
    people: [
      { ...ada, opened: 12, opened_done: 9, done: [4, 5], last_at: null },
      { ...alan, opened: 4, opened_done: 0, done: [0, 0], last_at: null },
    ],
  }

  it('says how far each person is behind, and lists those first who are furthest', async () => {
    openCohorts(`/admin/cohorts/${COHORT_ID}?tab=progress&order=behind`, {
      'rpc/cohort_progress': { body: progress },
    })
    expect(await screen.findByText('3 of 12 open lessons left')).toBeDefined()
    expect(screen.getByText('2 people, 2 with open lessons left')).toBeDefined()
    const table = within(screen.getByRole('region', { name: 'Progress' }))
    const rows = table.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.querySelector('th')?.textContent)).toEqual([
      'Alan Byron',
      'Ada Okafor',
    ])
    expect(screen.getByTitle('Go on: 5 of 8 lessons').textContent).toBe('5/8')
  })
})
