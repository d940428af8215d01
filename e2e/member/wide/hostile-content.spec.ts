import { expect, test } from '../../support/fixtures'

// Content of authors never runs as a script in a learner's browser. These tests use the product's renderer and security
// policy, and every console message is a failure.

const run = 'window.hit=(window.hit||0)+1'

/** Each text tries to run a script, to draw over the page, or to link to a forbidden address. */
const VECTORS = [
  `<script>${run}</script>`,
  `<img src="/nothing.png" onerror="${run}">`,
  `<svg onload="${run}"><script>${run}</script></svg>`,
  `<svg><animate onbegin="${run}" attributeName="x" dur="1s"></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${run}"></style></mglyph></table></mtext></math>`,
  `<details open ontoggle="${run}"><summary>More</summary>text</details>`,
  `<video src="x" onerror="${run}"></video><audio src="x" onerror="${run}"></audio>`,
  `<body onload="${run}"><input autofocus onfocus="${run}">`,
  `<iframe src="javascript:${run}"></iframe><iframe srcdoc="<script>parent.hit=1</script>"></iframe>`,
  `<object data="javascript:${run}"></object><embed src="javascript:${run}">`,
  `<form action="javascript:${run}"><button formaction="javascript:${run}">Press</button></form>`,
  `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<link rel="stylesheet" href="https://evil.example/x.css"><style>body{display:none}</style>`,
  `<div style="position:fixed;inset:0;background:url(https://evil.example/x)">over</div>`,
  `<a href="javascript:${run}" class="v">one</a> <a href="JaVaScRiPt:${run}" class="v">two</a>`,
  `<a href="java&#10;script:${run}">three</a> <a href="&#x6A;avascript:${run}">four</a>`,
  `<a href="data:text/html,<script>${run}</script>">five</a> <a href="vbscript:${run}">six</a>`,
  `[seven](javascript:${run}) [eight](<java\tscript:${run}>) [nine](data:text/html;base64,PHNjcmlwdD4=)`,
  `![ten](javascript:${run}) ![eleven](/nothing.png"onerror="${run})`,
  `<a href="https://example.org/" target="_self" onclick="${run}" ping="https://evil.example/">twelve</a>`,
  `<p id="root"></p><p id="content"></p><img name="body" src="/nothing.png"><form name="location"></form>`,
  `\`\`\`html"><img src=x onerror=${run}>\n<script>${run}</script>\n\`\`\``,
  `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
  `<template><script>${run}</script></template><!--><img src=x onerror=${run}>-->`,
  `<xmp><p title="</xmp><img src=x onerror=${run}>"></xmp><plaintext>`,
]

test('content of an author cannot run scripts, cover the page or lead to a script', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const harmless = 'The lesson goes on as if nothing had been tried.'
  const page = await open(member, '/app/dashboard')
  page.on('dialog', () => {
    throw new Error('a dialog was opened')
  })
  const lessons = [
    VECTORS.slice(0, 8),
    VECTORS.slice(8, 16),
    VECTORS.slice(16, 24),
    VECTORS.slice(24),
  ]
  for (const vector of lessons.map((list) => list.join('\n\n'))) {
    await world.sql('update public.lessons set content = $2 where id = $1', [
      course.lessons.text,
      `${harmless}\n\n${vector}\n`,
    ])
    await page.goto(`/app/courses/${course.slug}/lesson/${course.lessons.text}`)
    await expect(page.getByText(harmless), vector).toBeVisible()
    const links = page.locator('main a, article a')
    for (const link of await links.all()) {
      const href = (await link.getAttribute('href')) ?? '#'
      expect(href, vector).toMatch(/^(https?:\/\/|\/(?!\/)|#|mailto:)/)
      expect(href, vector).not.toContain('evil')
    }
    const found = await page.evaluate(() => ({
      hit: Reflect.get(window, 'hit'),
      handlers: [...document.querySelectorAll('main *')].flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'style'),
      ),
      elements: document.querySelectorAll(
        'main script, main iframe, main object, main embed, main form, main style, main link, main base',
      ).length,
      base: document.baseURI,
    }))
    expect(found, vector).toEqual({
      hit: undefined,
      handlers: [],
      elements: 0,
      base: expect.stringContaining(course.lessons.text),
    })
  }
})

test('names and titles are shown as text everywhere', async ({ open, world }) => {
  const name = `<img src=x onerror="${run}">'"><script>${run}</script>`
  const course = await world.course({ title: name.slice(0, 100) })
  const member = await world.person({ name })
  await world.entitle(member, course)
  await world.sql(
    `update public.courses set description = $2, author_name = $3, author_description = $2 where id = $1`,
    [course.id, name, name.slice(0, 100)],
  )
  await world.sql(`update public.lessons set title = $2 where id = $1`, [
    course.lessons.text,
    name.slice(0, 100),
  ])
  const page = await open(member, '/app/dashboard')
  await expect(page.getByText(course.title).first()).toBeVisible()
  await page.goto(`/app/courses/${course.slug}/lesson/${course.lessons.text}`)
  await expect(page.getByRole('heading', { name: course.title }).first()).toBeVisible()

  const inviter = await world.person({ role: 'MODERATOR', name })
  const token = await world.invite(`${inviter.id}-new@example.test`, [course])
  await world.sql('update public.invites set invited_by_id = $2 where token = $1', [
    token,
    inviter.id,
  ])
  const invited = await open('visitor', `/invite/${token}`)
  await expect(invited.getByText(course.title).first()).toBeVisible()
  await expect(invited.getByText(name).first()).toBeVisible()
  for (const shown of [page, invited]) {
    expect(await shown.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined()
  }
})
