import { inputOf, runnerScript } from '../support/runner'
import type { World } from '../support/world'
import type { Visit } from './browser'

async function signIn(visit: Visit, { email, password }: { email: string; password: string }) {
  await visit.goto('/login')
  await visit.type('Email', email)
  await visit.type('Password', password)
  await visit.press('button', 'Log in')
}

/** A learner signs in, completes a lesson, writes a note, searches a lesson, and signs out. */
export async function learnerJourney(visit: Visit, world: World): Promise<void> {
  const { member, course } = await world.memberWithCourse()
  await signIn(visit, member)
  await visit.at('/app/dashboard')
  await visit.press('link', '^Start')
  await visit.see('Reading lesson')
  await visit.press('button', 'Mark As Complete')
  await visit.see('1 of 3 lessons')
  await visit.until('have the completion in the database', async () =>
    (await world.completed(member)).includes(course.lessons.text),
  )
  const next = `/app/courses/${course.slug}/lesson/${course.lessons.video}`
  await visit.press('link', '^Next Lesson')
  await visit.at(next)
  await visit.goto('/app/dashboard')
  await visit.press('link', '^Continue')
  await visit.at(next)
  await visit.press('button', 'Add note')
  await visit.type('Note', 'Written in another browser')
  await visit.press('button', 'Save note')
  await visit.see('Written in another browser')
  await visit.press('button', '^Search courses')
  await visit.type('Search courses, categories and lessons', 'Link lesson')
  await visit.press('option', '^Link lesson')
  await visit.at(`/app/courses/${course.slug}/lesson/${course.lessons.link}`)
  await visit.press('button', 'Account')
  await visit.press('menuitem', 'Sign out')
  await visit.at('/login')
}

/**
 * An administrator signs in, creates and publishes a course, grants it to a member, and finds all of it in the audit
 * log.
 */
export async function administratorJourney(visit: Visit, world: World): Promise<void> {
  const admin = await world.person({ role: 'ADMIN', name: 'Ada Admin' })
  const member = await world.person()
  const title = `Knots ${crypto.randomUUID().slice(0, 8)}`
  await signIn(visit, admin)
  await visit.at('/admin')
  await visit.press('link', 'Courses')
  await visit.press('button', 'Create Course')
  await visit.type('Title', title)
  await visit.keys('\n')
  await visit.see(title)
  await visit.type('Module title', 'Beginnings')
  await visit.keys('\n')
  await visit.press('button', 'Add Lesson to Beginnings')
  await visit.type('Title', 'The bowline')
  await visit.press('button', 'Save Lesson')
  await visit.see('The bowline')
  await visit.press('button', 'Publish Course')
  await visit.press('button', 'Publish')
  await visit.see('Unpublish Course')
  await visit.goto(`/admin/members?q=${encodeURIComponent(member.email)}`)
  await visit.press('button', '^Manage Access')
  await visit.type('Search courses...', title)
  await visit.press('switch', `^${title}`)
  await visit.press('button', 'Save')
  await visit.until('have the access in the database', async () => {
    const rows = await world.sql('select 1 from public.entitlements where user_id = $1', [
      member.id,
    ])
    return rows.length === 1
  })
  await visit.goto('/admin/audit-logs')
  await visit.see(title)
  await visit.press('button', '^Account')
  await visit.press('menuitem', 'Sign Out')
  await visit.at('/login')
  await signIn(visit, member)
  await visit.at('/app/dashboard')
  await visit.press('link', '^Start')
  await visit.see('The bowline')
}

/** Code runs in the document that an exercise frames: it passes, fails, does not end, and runs again. */
export async function exerciseJourney(visit: Visit, world: World): Promise<void> {
  const { member } = await world.memberWithCourse()
  await signIn(visit, member)
  await visit.at('/app/dashboard')
  const inputs = [
    'expect(await answer()).toBe(42)',
    'expect(await answer()).toBe(43)',
    'for (;;) {}',
    'expect(await answer()).toBe(42)',
  ].map((statement) =>
    inputOf(
      'export const answer = async () => 6 * 7',
      `import { answer } from './main.js'\ntest('runs', async () => { ${statement} })`,
    ),
  )
  const verdicts = await visit.evaluate(`(async () => {
    ${await runnerScript()}
    const runner = tested.createRunner(document.body)
    const verdicts = []
    for (const input of ${JSON.stringify(inputs)}) verdicts.push((await runner.run(input)).verdict)
    return verdicts.join()
  })()`)
  if (verdicts !== 'PASS,FAIL,ERROR,PASS') throw new Error(`The runs ended as ${verdicts}`)
}
