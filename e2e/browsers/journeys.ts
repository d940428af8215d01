import { callAs } from '../support/api'
import { pageFiles, placeScript } from '../support/page-exercises'
import { inputOf, runnerScript } from '../support/runner'
import { listen, NOTE_TRIED, type OPEN, PAGES, TRIED_BY } from '../support/ways-out'
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
  await visit.waitForPath('/app/dashboard')
  await visit.press('link', '^Start')
  await visit.see('Reading lesson')
  await visit.press('button', 'Mark As Complete')
  await visit.see('1 of 3 lessons')
  await visit.waitUntil('have the completion in the database', async () =>
    (await world.completed(member)).includes(course.lessons.text),
  )
  const next = `/app/courses/${course.slug}/lesson/${course.lessons.video}`
  await visit.press('link', '^Next Lesson')
  await visit.waitForPath(next)
  await visit.goto('/app/dashboard')
  await visit.press('link', '^Continue')
  await visit.waitForPath(next)
  await visit.press('button', 'Add note')
  await visit.type('Note', 'Written in another browser')
  await visit.press('button', 'Save note')
  await visit.see('Written in another browser')
  await visit.press('button', '^Search courses')
  await visit.type('Search courses, categories and lessons', 'Link lesson')
  await visit.press('option', '^Link lesson')
  await visit.waitForPath(`/app/courses/${course.slug}/lesson/${course.lessons.link}`)
  await visit.press('button', 'Account')
  await visit.press('menuitem', 'Sign out')
  await visit.waitForPath('/login')
}

/** An administrator creates and publishes a course, grants it to a member, and finds that in the audit log. */
export async function administratorJourney(visit: Visit, world: World): Promise<void> {
  const admin = await world.person({ role: 'ADMIN', name: 'Ada Admin' })
  const member = await world.person()
  const title = `Knots ${crypto.randomUUID().slice(0, 8)}`
  await signIn(visit, admin)
  await visit.waitForPath('/admin')
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
  await visit.waitUntil('have the access in the database', async () => {
    const rows = await world.sql('select 1 from public.entitlements where user_id = $1', [
      member.id,
    ])
    return rows.length === 1
  })
  await visit.goto('/admin/audit-logs')
  await visit.see(title)
  await visit.press('button', '^Account')
  await visit.press('menuitem', 'Sign Out')
  await visit.waitForPath('/login')
  await signIn(visit, member)
  await visit.waitForPath('/app/dashboard')
  await visit.press('link', '^Start')
  await visit.see('The bowline')
}

/** Runs code in the frame of an exercise: code that passes, fails, does not end, and passes again. */
export async function exerciseJourney(visit: Visit, world: World): Promise<void> {
  const { member } = await world.memberWithCourse()
  await signIn(visit, member)
  await visit.waitForPath('/app/dashboard')
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
  const results = await visit.evaluate(`(async () => {
    ${await runnerScript()}
    const runner = tested.createRunner(document.body)
    const results = []
    for (const input of ${JSON.stringify(inputs)}) results.push(await runner.run(input))
    return JSON.stringify(results)
  })()`)
  const runs = JSON.parse(String(results)) as { verdict: string }[]
  if (runs.map(({ verdict }) => verdict).join() !== 'PASS,FAIL,ERROR,PASS')
    throw new Error(`The runs ended as ${results}`)
}

const COUNTER = pageFiles(
  '<link rel="stylesheet" href="style.css"><h1>Counter</h1><script src="main.js"></script>',
  {
    'style.css': 'h1 { color: rgb(1, 2, 3) }',
    'main.js': `const heading = document.querySelector('h1')
console.log('Shown: ' + heading.textContent + ', ' + getComputedStyle(heading).color)`,
  },
)

/** A learner sees the preview of their page and its checks, and completes the lesson with the button. */
export async function pageJourney(visit: Visit, world: World): Promise<void> {
  const { member, course } = await world.memberWithCourse()
  const author = await world.person({ role: 'ADMIN' })
  await world.sql(`update public.lessons set content_type = 'EXERCISE' where id = $1`, [
    course.lessons.text,
  ])
  await callAs(world, author, 'save_exercise', {
    lesson_id: course.lessons.text,
    expected_version: null,
    exercise: {
      language: 'PAGE',
      files: COUNTER,
      tests: `const heading = document.querySelector('h1')
test('has a heading', () => expect(heading.textContent).toBe('Counter'))
test('has a large one', () => expect(heading).toEqual(document.createElement('h1')))`,
      hidden: '',
      solution: COUNTER,
    },
  })
  await signIn(visit, member)
  await visit.waitForPath('/app/dashboard')
  await visit.goto(`/app/courses/${course.slug}/lesson/${course.lessons.text}`)
  await visit.press('button', 'Show the page')
  await visit.see('Shown: Counter, rgb(1, 2, 3)')
  await visit.press('button', 'Check')
  await visit.see('^1 of 2 checks failed')
  await visit.see('Go to tests.js, line 3')
  await visit.press('button', 'Mark As Complete')
  await visit.waitUntil('have the completion in the database', async () =>
    (await world.completed(member)).includes(course.lessons.text),
  )
}

/** Pages with an endless loop. `press` is the code of the check that starts the loop. */
const LOOPS: [html: string, press: string][] = [
  ['<script>\nfor (;;);</script>', ''],
  ['<p>\n<button onclick="for (;;);"></button>', `document.querySelector('button').click()`],
  [
    '<p></p><script>\ndocument.querySelector("p").innerHTML = "<button onclick=\'for (;;);\'>"</script>',
    `document.querySelector('button').click()`,
  ],
]

/**
 * Checks of pages pass and fail. Endless loops, also in code given as a string, are ended and reported with their line.
 */
export async function pageCheckJourney(visit: Visit, world: World): Promise<void> {
  const { member } = await world.memberWithCourse()
  await signIn(visit, member)
  await visit.waitForPath('/app/dashboard')
  const asked = [
    [COUNTER, `expect(document.querySelector('h1').textContent).toBe('Counter')`],
    [COUNTER, `expect(document.querySelector('h1')).toEqual(document.createElement('h1'))`],
    ...LOOPS.map(([html, press]) => [pageFiles(html), `${press}\nexpect(1).toBe(1)`]),
    [COUNTER, 'eval("for (;;);")'],
    [COUNTER, 'setTimeout("for (;;);")'],
    [COUNTER, `expect(document.querySelector('h1').textContent).toBe('Counter')`],
  ]
  const ends = await visit.evaluate(`(async () => {
    ${await placeScript()}
    const place = paged.openPage(document.body, 'Your page')
    const ends = []
    for (const [files, test] of ${JSON.stringify(asked)}) {
      const result = await place.check(files, "test('a', () => { " + test + " })", 1000)
      const problem = result.problem ?? result.tests?.[0]?.problem
      ends.push(result.verdict + (problem?.line ? ' ' + problem.path + ' ' + problem.line : ''))
    }
    const made = await new Promise((resolve) => {
      const script = "document.body.append(Object.assign(document.createElement('script'), { text: 'for (;;);' }))"
      paged
        .openPage(document.body, 'Your page', { failed: ({ message }) => resolve(message) })
        .show([{ path: 'index.html', text: '<body><script>' + script + '</' + 'script>' }])
    })
    return [...ends, made.slice(0, 24)].join('\\n')
  })()`)
  const wanted = [
    'PASS',
    'FAIL tests.js 1',
    'ERROR index.html 2',
    'ERROR index.html 2',
    'ERROR index.html 2',
    'FAIL tests.js 1',
    'FAIL tests.js 1',
    'PASS',
    'The page makes code from',
  ].join('\n')
  if (ends !== wanted) throw new Error(`The checks ended as:\n${ends}`)
}

/** Pages of exercises reach no server from either app, as in e2e/learner/wide/page-network.spec.ts. */
export async function pageNetworkJourney(
  visit: Visit,
  world: World,
  browser: keyof typeof OPEN,
): Promise<void> {
  const [member, admin] = [await world.person(), await world.person({ role: 'ADMIN' })]
  const listeners = await listen()
  const reached: Record<string, string>[] = []
  try {
    const course = await listeners.importPage(world)
    await world.entitle(member, course)
    for (const [person, home, path, show, field] of [
      [
        member,
        '/app/dashboard',
        `/app/courses/${course.slug}/lesson/${course.lesson}`,
        'Show the page',
        'Code of index.html',
      ],
      [
        admin,
        '/admin',
        `/admin/courses/${course.id}?lesson=${course.lesson}`,
        'Show Page',
        'index.html of Solution',
      ],
    ] as const) {
      await signIn(visit, person)
      await visit.waitForPath(home)
      await visit.goto(path)
      const tried = (title: string) =>
        visit.waitUntil(`have tried all ways from the ${title} page`, async () =>
          String(await visit.evaluate(TRIED_BY)).includes(title),
        )
      await visit.press('button', show)
      await visit.evaluate(NOTE_TRIED)
      await tried('imported')
      await visit.type(field, PAGES.typed)
      // WebKit does not run a frame that is out of view.
      await visit.evaluate('document.querySelector("iframe").scrollIntoView()')
      await tried('typed')
      await visit.evaluate(await listeners.leaving())
      reached.push(await listeners.heard(browser))
      await visit.evaluate('localStorage.clear()')
    }
  } finally {
    listeners.close()
  }
  if (reached.some((ways) => Object.keys(ways).length > 0))
    throw new Error(`Servers heard of ${JSON.stringify(reached)}`)
}
