import { choose } from '../choose'
import type { Screen } from '../screens'
import { extended, figures, noExtensions } from './assignments'
import { answerRows, answerWith, changeAnswer, combineMocks } from './mocks'

const COURSE = 'c0000000-0000-4000-8000-000000000001'

interface Boot {
  settings: object
  account: object
  permissions: object[]
}

const may = (resource: string, action: string) => ({ resource, action, scope: 'own' })

/** A course of the creator of the seed data, and answers that let creators into the back-office. */
const ofCreator = combineMocks(
  changeAnswer<Boot>('**/rpc/boot', ({ settings, account, permissions, ...boot }) => ({
    ...boot,
    settings: { ...settings, creators_admin_panel: true },
    account: { ...account, role: 'CREATOR' },
    permissions: [
      ...permissions,
      may('admin_panel', 'enter'),
      may('courses', 'list'),
      may('courses', 'read'),
      may('courses', 'update'),
      may('extensions', 'give'),
    ],
  })),
  answerRows(/\/rest\/v1\/courses.*id=eq/, [
    {
      ...{ id: COURSE, slug: 'git-from-the-first-commit', title: 'Git from the First Commit' },
      ...{ description: 'Keep a history you can trust.', category: 'Tools', status: 'PUBLISHED' },
      ...{ author_name: 'Jonas Lindqvist', author_description: null, thumbnail_url: null },
      created_by_id: 'a0000000-0000-4000-8000-000000000002',
      updated_at: '2026-11-20T08:00:00Z',
    },
  ]),
  answerWith('**/rpc/course_content*', []),
)

const tab = {
  as: 'creator',
  path: `/admin/courses/${COURSE}?tab=extensions`,
} as const

/** The requests for more time and the extensions of a course, as its creator sees them. */
export const courseExtensionScreens: Screen[] = [
  {
    name: 'admin-course-extensions',
    like: 'admin-cohort-extensions',
    ...tab,
    shows: '2 requests for more time',
    mock: combineMocks(ofCreator, extended),
  },
  {
    name: 'admin-course-extensions-empty',
    like: 'admin-invites-empty',
    ...tab,
    shows: 'No extensions',
    mock: combineMocks(ofCreator, noExtensions),
  },
  {
    name: 'admin-course-extensions-give',
    like: 'admin-inbox-give',
    ...tab,
    shows: 'What was late stays late.',
    mock: combineMocks(
      ofCreator,
      noExtensions,
      figures,
      answerWith('**/rpc/course_learners*', [
        { id: 'dd000000-0000-4000-8000-000000000102', name: 'Grace Silva-Hernández' },
        { id: 'dd000000-0000-4000-8000-000000000103', name: 'Sam Osei' },
      ]),
    ),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Give More Time…' }).click()
      await choose(page.getByLabel('Learner'), 'Sam Osei')
    },
  },
]
