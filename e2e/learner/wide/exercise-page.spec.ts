import { PAGE_HEADER, PAGE_POLICY } from '@rookies/exercise-engine/page-policy'
import { expect, test } from '../../support/device'
import { check, checked, openPlace, pageFiles, show, told } from '../../support/page-exercises'
import { crowding } from '../../support/runner'
import { origin } from '../../support/world'

// These tests frame the document that shows pages in a page of the product, as an exercise does.

const COUNTER = pageFiles(
  `<!doctype html><title>Counter</title><link rel="stylesheet" href="style.css">
<button>0</button><script src="main.js"></script>`,
  {
    'style.css': 'button { color: rgb(1, 2, 3) }',
    'main.js': `const button = document.querySelector('button')
button.addEventListener('click', () => {
  button.textContent = Number(button.textContent) + 1
})
`,
  },
)

test('the page document has a policy in its header and in itself, runs nothing as a page of its own, and shows nothing without the header', async ({
  open,
}) => {
  const page = await open('visitor', '/login')
  const answer = await page.request.get('/page.html')
  expect(answer.headers()).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': PAGE_HEADER,
    'cache-control': 'no-cache',
  })
  expect(await answer.text()).toContain(`content="${PAGE_POLICY}"`)
  await openPlace(page)
  const frame = await show(page, COUNTER)
  expect(await frame.evaluate(() => self.origin)).toBe('null')
  await expect(page.locator('iframe[sandbox]')).toHaveCount(0)

  await page.goto('/page.html')
  const heard = await page.evaluate(async () => {
    const answers: unknown[] = []
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => answers.push(data)
    window.postMessage('rookies:page', '*', [port2])
    await new Promise((resolve) => {
      addEventListener('message', resolve, { once: true })
      window.postMessage('last', '*')
    })
    return answers
  })
  expect(heard).toEqual([])

  await page.goto('/login')
  await page.route('**/page.html', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { 'content-type': 'text/html' } })
  })
  await openPlace(page)
  expect(await check(page, COUNTER, '')).toEqual({ verdict: 'UNREACHABLE' })
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('a page has its style and its scripts and works, also if it stops its own loading, and stays in its frame', async ({
  open,
}) => {
  const page = await open('visitor', '/login')
  await openPlace(page)
  const frame = await show(page, COUNTER)
  const button = frame.getByRole('button')
  await button.click()
  await button.click()
  await expect(button).toHaveText('2')
  await expect(button).toHaveCSS('color', 'rgb(1, 2, 3)')
  await show(page, pageFiles('<h1>Next</h1>'))
  await expect(page.locator('iframe')).toHaveCount(1)

  const stopped = await show(page, pageFiles('<h1>Here</h1><script>stop()</script>'))
  await expect(stopped.getByRole('heading')).toHaveText('Here')

  const kept = await show(
    page,
    pageFiles(
      `<a href="/app/dashboard">Away</a><form><button>Send</button></form><p></p>
<script>document.querySelector('form').addEventListener('submit', () => {
  document.querySelector('p').textContent = 'submitted'
})</script>`,
    ),
  )
  await kept.getByRole('link').click()
  await kept.getByRole('button').click()
  await expect(kept.locator('p')).toHaveText('submitted')
  await expect
    .poll(async () => (await told(page)).lines)
    .toEqual([
      'A link leads to /app/dashboard. Pages of an exercise stay where they are.',
      'A form was submitted. Pages of an exercise send nothing.',
    ])

  const files = pageFiles('<button onclick="greet(this)">Go</button><script src="a.js"></script>', {
    'a.js': 'function greet(button) { button.textContent = "Hello" }',
  })
  const tests = `test('greets', () => {
  const button = document.querySelector('button')
  expect(button.getAttribute('onclick')).toBe('greet(this)')
  button.click()
  expect(button.textContent).toBe('Hello')
})`
  expect(await check(page, files, tests)).toMatchObject({ verdict: 'PASS' })
})

test('the checks of a page say what differs, and where, and distinguish elements by their content', async ({
  open,
}) => {
  const page = await open('visitor', '/login')
  await openPlace(page)
  await test.step('the checks of a page say what differs, and where', async () => {
    const tests = `const button = document.querySelector('button')
test('counts', () => {
  button.click()
  expect(button.textContent).toBe('1')
})
describe('its look', () => {
  test('is red', () => {
    console.log('looking')
    expect(getComputedStyle(button).color).toBe('rgb(255, 0, 0)')
  })
})
test('checks nothing', () => {})
test('throws', () => { throw new Error('no') })
test('waits', async () => {
  let done = false
  setTimeout(() => { done = true }, 60_000)
  await new Promise((resolve) => setTimeout(resolve, 90_000))
  expect(done).toBe(true)
})
test('never ends', () => new Promise(() => {}))
test('reads the clock', () => expect(new Date().getFullYear()).toBe(2025))
`
    const result = await checked(page, COUNTER, tests)
    expect(result).toMatchObject({
      verdict: 'FAIL',
      tests: [
        { name: 'counts', ok: true },
        {
          name: 'its look > is red',
          ok: false,
          problem: {
            expected: "'rgb(255, 0, 0)'",
            actual: "'rgb(1, 2, 3)'",
            path: 'tests.js',
            line: 9,
          },
          console: ['looking'],
        },
        { ok: false, problem: { message: expect.stringContaining('without an expect') } },
        { ok: false, problem: { message: 'Error: no', path: 'tests.js', line: 13 } },
        { name: 'waits', ok: true },
        { ok: false, problem: { message: expect.stringContaining('never happens') } },
        { name: 'reads the clock', ok: true },
      ],
    })
    await expect(page.locator('iframe')).toHaveCount(0)
    const passed = await checked(
      page,
      COUNTER,
      "test('has a title', () => expect(document.title).toBe('Counter'))",
    )
    expect(passed).toMatchObject({ verdict: 'PASS', tests: [{ ok: true }] })
  })

  await test.step('checks distinguish elements by their content', async () => {
    const files = pageFiles(
      '<ul class="a b"><li>1</li><li>2</li></ul><p style="width: 5px">1</p><p style="width: 6px">1</p>',
    )
    const unequal = [
      '[one, two]',
      '[[one], [two]]',
      '[{ item: one }, { item: two }]',
      '[all, [...all]]',
      '[first.getBoundingClientRect(), second.getBoundingClientRect()]',
    ]
    const tests = `const all = document.querySelectorAll('li')
const [one, two] = all
const [first, second] = document.querySelectorAll('p')
test('equal', () => {
  expect(one).toEqual(one.cloneNode(true))
  expect(all).toEqual(document.querySelector('ul').cloneNode(true).querySelectorAll('li'))
  expect(document.querySelector('ul').classList).toContain('b')
  expect(all).toContain(two)
})
${unequal.map((pair) => `test('', () => expect(${pair}[0]).toEqual(${pair}[1]))`).join('\n')}`
    const { tests: results } = await checked(page, files, tests)
    expect(results.map(({ ok }) => ok)).toEqual([true, ...unequal.map(() => false)])
    expect(results[1]?.problem).toMatchObject({ expected: '<li>2</li>', actual: '<li>1</li>' })
  })
})

test('errors of a page and of code in strings are reported with their place, and a page that opens another document is removed and loads nothing of the site', async ({
  open,
}) => {
  const page = await open('visitor', '/login', { expectProblems: [/./] })
  await openPlace(page)
  await test.step('an error of the page has the place in its file', async () => {
    const files = pageFiles(
      '<p>\n<script>\n  nothing.here()</script><script src="b.js"></script>',
      {
        'b.js': 'let a = 1\nlet = ',
      },
    )
    await show(page, files)
    await expect
      .poll(async () => (await told(page)).problems)
      .toMatchObject([
        { path: 'index.html', line: 3, message: expect.stringContaining('nothing') },
        { path: 'b.js', line: 2, message: expect.stringContaining('SyntaxError') },
      ])
    expect(await check(page, files, "test('a', () => expect(1).toBe(1))")).toMatchObject({
      verdict: 'ERROR',
      tests: [],
      problem: { path: 'index.html', line: 3 },
    })
    const handler = pageFiles('<button></button><script src="c.js"></script>', {
      'c.js': "document.querySelector('button').onclick = () => {\n  nothing()\n}",
    })
    const tests =
      "test('a', () => {\n document.querySelector('button').click()\n expect(1).toBe(1)\n})"
    expect(await check(page, handler, tests)).toMatchObject({
      verdict: 'FAIL',
      tests: [{ problem: { path: 'c.js', line: 2 } }],
    })
  })

  await test.step('code in a string that never ends or is not allowed is reported with its line, and the page continues', async () => {
    for (const [html, message, line] of TEXTS) {
      await page.evaluate(() => void paged.problems.splice(0))
      const frame = await show(page, pageFiles(html))
      await frame.evaluate(() => setTimeout(() => document.querySelector('button')?.click()))
      await expect
        .poll(async () => (await told(page)).problems[0], html)
        .toMatchObject({
          message: typeof message === 'string' ? message : expect.stringMatching(message),
          path: 'index.html',
          line,
        })
      expect((await told(page)).ended).toEqual([])
    }
  })

  await test.step('a page that opens another document is removed', async () => {
    for (const target of ['https://example.com/?stolen', 'data:text/html,x', '/', '/page.html']) {
      const from = (await told(page)).ended.length
      await page.evaluate(
        (files) => paged.place.show(files),
        pageFiles(`<script>setTimeout(() => { location.href = '${target}' }, 100)</script>`),
      )
      await expect
        .poll(async () => (await told(page)).ended.length, { timeout: 15_000 })
        .toBe(from + 1)
      await expect(page.locator('iframe')).toHaveCount(0)
    }
  })
})

test('endless loops, calls and promises are stopped and reported with their line, and the page continues; a loop that waits is not stopped', async ({
  open,
}) => {
  const page = await open('visitor', '/login', { expectProblems: [/did not finish/] })
  await openPlace(page)
  await test.step('an endless loop is stopped and reported with its line, and the page continues', async () => {
    const files = pageFiles('<h1>Here</h1><button>Loop</button><script src="a.js"></script>', {
      'a.js': "document.querySelector('button').onclick = () => {\n  while (true) {}\n}",
    })
    const frame = await show(page, files)
    await frame.getByRole('button').click()
    await expect
      .poll(async () => (await told(page)).problems)
      .toEqual([{ message: 'It did not finish within 1000 ms', path: 'a.js', line: 2 }])
    await expect(frame.getByRole('heading')).toHaveText('Here')
    expect((await told(page)).ended).toEqual([])

    const tests = `test('a', () => expect(1).toBe(1))
test('b', () => {
  for (;;) expect(1).toBe(1)
})
test('c', () => expect(1).toBe(1))`
    expect(await check(page, files, tests, 300)).toMatchObject({
      verdict: 'ERROR',
      problem: { message: 'It did not finish within 300 ms', path: 'tests.js', line: 3 },
      tests: [
        { ok: true },
        { ok: false },
        { problem: { message: expect.stringMatching(/not run/) } },
      ],
    })
    expect(await check(page, pageFiles('<script>\nfor (;;) ;</script>'), tests, 300)).toMatchObject(
      {
        verdict: 'ERROR',
        tests: [],
        problem: { path: 'index.html', line: 2 },
      },
    )
  })

  await test.step('endless calls and promises are stopped like loops', async () => {
    await page.evaluate(() => void paged.problems.splice(0))
    const stuck = 'const again = () => Promise.resolve().then(again)'
    await show(page, pageFiles(`<script>\n${stuck}\nsetTimeout(again, 50)</script>`))
    await expect
      .poll(async () => (await told(page)).problems)
      .toEqual([{ message: 'It did not finish within 1000 ms', path: 'index.html', line: 2 }])
    const slow = 'const count = (n) => (n < 2 ? n : count(n - 1) + count(n - 2))'
    for (const test of [
      `${stuck}\ntest('a', () => again())`,
      `${slow}\ntest('a', () => count(99))`,
    ])
      expect(await check(page, pageFiles(''), test, 300)).toMatchObject({
        verdict: 'ERROR',
        problem: { message: 'It did not finish within 300 ms', path: 'tests.js', line: 1 },
        tests: [{ ok: false }],
      })
    expect((await told(page)).ended).toEqual([])
  })

  await test.step('a page that waits in a loop is not stopped', async () => {
    await page.evaluate(() => void paged.problems.splice(0))
    const frame = await show(
      page,
      pageFiles(`<p>0</p><script>
(async () => {
  for (let i = 1; ; i++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    document.querySelector('p').textContent = i
  }
})()</script>`),
    )
    await expect
      .poll(async () => Number(await frame.locator('p').textContent()), { timeout: 20_000 })
      .toBeGreaterThan(80)
    expect(await told(page)).toMatchObject({ problems: [], ended: [] })
  })
})

const OVER = 'It did not finish within 1000 ms'
const REFUSED =
  /^The page (?:makes code from text|shows another page)|A timer needs a function to call$/

/** Pages with a button that runs code from a text, with the expected problem and its line. */
const TEXTS: [html: string, problem: string | RegExp, line: number][] = [
  ['<p>\n<button onclick="while (true) {}">', OVER, 2],
  ['<p>\n<button onclick="let a\nfor (;;);">', OVER, 3],
  ...[
    `place.innerHTML = "<button onclick='for (;;);'>"`,
    `place.outerHTML = ["<button onclick='for (;;);'>"]`,
    `place.insertAdjacentHTML('afterend', "<button onclick='for (;;);'>")`,
    `place.append(document.createRange().createContextualFragment("<button onclick='for (;;);'>"))`,
    `document.write("<button onclick='for (;;);'>")`,
    `place.append(new DOMParser().parseFromString("<button onclick='for (;;);'>", 'text/html').body)`,
    `place.append(document.createElement('button')); place.firstChild.setAttribute('onClick', 'for (;;);')`,
  ].map((code): (typeof TEXTS)[number] => [
    `<div></div><script>\nconst place = document.querySelector('div')\n${code}</script>`,
    OVER,
    3,
  ]),
  ...[
    `setTimeout('for (;;);')`,
    `eval('for (;;);')`,
    `new Function('for (;;);')()`,
    `location.href = 'javascript:for (;;);'`,
    `document.body.append(Object.assign(document.createElement('script'), { text: 'for (;;);' }))`,
    `document.createElement('iframe').srcdoc = '<img src=x onerror="for (;;);">'`,
  ].map((code): (typeof TEXTS)[number] => [
    `<button></button><script>document.querySelector('button').onclick = () => {\n${code}\n}</script>`,
    REFUSED,
    2,
  ]),
  ['<p>\n<a href="javascript:for (;;);"><button></button></a>', REFUSED, 2],
]

test('in a browser with its default settings, an endless loop in a page does not stall the portal', async ({
  playwright,
  launchOptions,
}) => {
  // The browser of these tests runs all pages of a site in one process.
  const args = launchOptions.args?.filter((arg) => arg !== '--disable-site-isolation-trials')
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  try {
    const page = await browser.newPage({ baseURL: origin() })
    await page.goto('/login')
    await openPlace(page)
    await expect(async () => {
      const before = crowding()
      const frame = await show(page, pageFiles('<button onclick="for (;;);">'))
      const stall = page.evaluate(async () => {
        let longest = 0
        let last = performance.now()
        const from = paged.problems.length
        while (paged.problems.length === from) {
          await new Promise((resolve) => setTimeout(resolve, 4))
          longest = Math.max(longest, performance.now() - last - 4)
          last = performance.now()
        }
        return longest
      })
      await frame.evaluate(() => setTimeout(() => document.querySelector('button')?.click()))
      expect(await stall).toBeLessThan(100 * Math.max(before, crowding()))
    }).toPass()
  } finally {
    await browser.close()
  }
})

test('a page cannot reach the learner’s session and storage, the portal, or the network', async ({
  open,
  world,
}) => {
  const page = await open(await world.person(), '/app/dashboard', { expectProblems: [/./] })
  await openPlace(page)
  const answered: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('stolen')) answered.push(response.url())
  })
  const attempts = `
const site = location.origin
const wanted = site + '/favicon.svg?stolen'
const loads = (tag, attribute) => new Promise((resolve, reject) => {
  const element = document.createElement(tag)
  element.onload = resolve
  element.onerror = () => reject(new Error('refused'))
  if (tag === 'link') element.rel = 'stylesheet'
  element[attribute] = wanted
  document.body.append(element)
})
const asked = {
  // The page has its own storage in memory.
  storage: () => localStorage.key(0).length,
  session: () => sessionStorage.key(0).length,
  cookie: () => document.cookie.match(/./)[0],
  database: () => new Promise((resolve, reject) => {
    const opening = indexedDB.open('rookies-kept')
    opening.onsuccess = resolve
    opening.onerror = () => reject(opening.error)
  }),
  caches: () => caches.keys(),
  worker: () => navigator.serviceWorker.getRegistrations(),
  parentDocument: () => parent.document.title,
  parentStorage: () => parent.localStorage.length,
  parentFunction: () => parent.fetch('/x?stolen'),
  topDocument: () => top.document.body,
  frameElement: () => frameElement.id,
  navigateTop: () => { top.location.href = wanted },
  navigateParent: () => { parent.location.replace(wanted) },
  popup: () => open(wanted).name,
  fetch: () => fetch(wanted, { mode: 'no-cors' }),
  // The call returns as if it had sent something. The test checks below that no request was made.
  beacon: () => {
    navigator.sendBeacon(wanted)
    throw new Error('refused')
  },
  request: () => {
    const request = new XMLHttpRequest()
    request.open('GET', wanted, false)
    request.send()
  },
  socket: () => new Promise((resolve, reject) => {
    const socket = new WebSocket(wanted.replace('http', 'ws'))
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('refused'))
  }),
  events: () => new Promise((resolve, reject) => {
    const source = new EventSource(wanted)
    source.onopen = resolve
    source.onerror = () => reject(new Error('refused'))
  }),
  picture: () => loads('img', 'src'),
  script: () => loads('script', 'src'),
  style: () => loads('link', 'href'),
  module: () => import(wanted),
  webWorker: () => new Promise((resolve, reject) => {
    const worker = new Worker(URL.createObjectURL(new Blob([''])))
    worker.onerror = () => reject(new Error('refused'))
    setTimeout(resolve, 500)
  }),
  peers: () => new RTCPeerConnection(),
  evaluate: () => (0, eval)('1'),
  form: () => new Promise((resolve, reject) => {
    const form = document.createElement('form')
    form.action = wanted
    form.method = 'post'
    document.body.append(form)
    document.addEventListener('securitypolicyviolation', () => reject(new Error('refused')), { once: true })
    form.submit()
  }),
}
test('reaches', async () => {
  const reached = []
  for (const [name, ask] of Object.entries(asked)) {
    try {
      await ask()
      reached.push(name)
    } catch {}
  }
  console.log('reached ' + reached.join(' '))
  expect(1).toBe(1)
})`
  // This is not done within a check, whose time limit is too short for all of them.
  const shown = pageFiles(
    `<body><script>${attempts.replace("test('reaches', async () => {", ';(async () => {').replace(/\n {2}expect.*\n}\)$/, '\n})()')}</script>`,
  )
  await page.evaluate((files) => paged.place.show(files), shown)
  await expect
    .poll(async () => (await told(page)).lines.sort(), { timeout: 20_000 })
    .toEqual([
      'A form was submitted. Pages of an exercise send nothing.',
      expect.stringMatching(/^A new window leads to /),
      'reached ',
    ])
  expect(answered).toEqual([])
  await expect(page).toHaveURL('/app/dashboard')
})
