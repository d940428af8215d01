import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import type { World } from '../support/world'

const postBy = (page: Page, name: string) => page.getByRole('article', { name: `Post by ${name}` })

async function choose(page: Page, author: string, what: string) {
  await page.getByRole('button', { name: `Options for the post by ${author}` }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

async function write(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Write a post' }).fill(text)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
}

/** What a community holds, oldest first. */
const bodies = async (world: World, id: string) =>
  (
    await world.sql(
      'select body from public.community_posts where community_id = $1 and deleted_at is null order by created_at',
      [id],
    )
  ).map(({ body }) => body)

test('two people talk: one joins and asks, the other sees that there is news and answers', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const [ada, ben] = [
    await world.person({ name: 'Ada Asks' }),
    await world.person({ name: 'Ben Knows' }),
  ]
  await world.admit(ben, place)
  const bens = await open(ben, '/app/dashboard')
  await bens.clock.install()
  await bens.goto(`/app/communities/${place.slug}`)
  await expect(bens.getByText('Nothing has been said yet')).toBeVisible()

  const adas = await open(ada, '/app/dashboard')
  await adas.getByRole('link', { name: 'Talk to others in your communities' }).click()
  await expect(adas.getByRole('heading', { name: 'Communities', exact: true })).toBeFocused()
  const card = adas.getByRole('article').filter({ hasText: place.name })
  await expect(card.getByText('Open to everybody')).toBeVisible()
  await card.getByRole('button', { name: `Join ${place.name}` }).click()
  await expect(adas).toHaveURL(`/app/communities/${place.slug}`)
  await write(adas, 'How do I undo a commit? See https://example.org/undo')
  const question = postBy(adas, 'Ada Asks')
  await expect(question.getByText('Just now')).toBeVisible()
  await expect(question.getByRole('link', { name: 'https://example.org/undo' })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  )
  await expect(adas.getByRole('textbox', { name: 'Write a post' })).toHaveValue('')

  await bens.clock.runFor(50_000)
  await bens.getByRole('button', { name: '1 new post' }).click()
  await expect(postBy(bens, 'Ada Asks')).toBeVisible()
  await bens.getByRole('button', { name: 'Reply' }).click()
  await bens.getByRole('textbox', { name: 'Reply to Ada Asks' }).fill('With git revert.')
  await bens.keyboard.press('Control+Enter')
  await expect(postBy(bens, 'Ben Knows').getByText('With git revert.')).toBeVisible()

  await expect.poll(() => bodies(world, place.id)).toHaveLength(2)
  await adas.reload()
  await expect(postBy(adas, 'Ben Knows').getByText('With git revert.')).toBeVisible()
  expect(await adas.locator('body').textContent()).not.toContain(ben.email)
})

test('authors edit, delete and change their mind', async ({ open, world }) => {
  const place = await world.community()
  const ada = await world.person({ name: 'Ada Asks' })
  await world.admit(ada, place)
  await world.said(ada, place, 'A frist try')
  const page = await open(ada, `/app/communities/${place.slug}`)

  await choose(page, 'Ada Asks', 'Edit')
  const box = page.getByRole('textbox', { name: 'Edit your post' })
  await expect(box).toBeFocused()
  await box.fill('A first try')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('· Edited')).toBeVisible()
  await expect.poll(() => bodies(world, place.id)).toEqual(['A first try'])

  await choose(page, 'Ada Asks', 'Delete')
  await expect(page.getByRole('dialog', { name: 'Delete this post?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Options for the post by Ada Asks' })).toBeFocused()
  await choose(page, 'Ada Asks', 'Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Nothing has been said yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeFocused()
  await expect.poll(() => bodies(world, place.id)).toEqual([])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(postBy(page, 'Ada Asks')).toBeVisible()
  await expect.poll(() => bodies(world, place.id)).toEqual(['A first try'])
})

test('a post that cannot be sent is kept, through a reload, and sent once', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const ada = await world.person({ name: 'Ada Asks' })
  await world.admit(ada, place)
  const page = await open(ada, `/app/communities/${place.slug}`, {
    expectProblems: [/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/, /409/],
  })
  const box = page.getByRole('textbox', { name: 'Write a post' })
  await box.waitFor()
  await page.context().setOffline(true)
  await write(page, 'Written on a train')
  await expect(
    page.getByText('Failed to send post. Please check your connection and try again.'),
  ).toBeVisible()
  await expect(box).toHaveValue('Written on a train')
  await expect(box).toBeFocused()
  await expect(postBy(page, 'Ada Asks')).toHaveCount(0)

  await page.context().setOffline(false)
  await page.reload()
  await expect(box).toHaveValue('Written on a train')
  // It arrives, and the answer is lost on the way back.
  await page.route('**/rest/v1/community_posts*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Failed to send post.')).toBeVisible()
  await page.unroute('**/rest/v1/community_posts*')
  await box.fill('Written on a slow train')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(box).toHaveValue('')
  await expect(postBy(page, 'Ada Asks')).toHaveCount(1)
  await expect.poll(() => bodies(world, place.id)).toEqual(['Written on a slow train'])
})

test('a draft is for its author alone', async ({ open, world }) => {
  const place = await world.community()
  const [ada, ben] = [await world.person(), await world.person()]
  await world.admit(ada, place)
  await world.admit(ben, place)
  const page = await open(ada, `/app/communities/${place.slug}`)
  const box = page.getByRole('textbox', { name: 'Write a post' })
  await box.fill('Between us')
  const session = JSON.stringify(await world.session(ben))
  await page.evaluate((value) => localStorage.setItem('rookies-auth', value), session)
  await page.reload()
  await expect(box).toHaveValue('')
  await expect(page.getByText('Nothing has been said yet')).toBeVisible()
  await expect(box).toHaveValue('')
})

test('posting too fast is answered in words, and nothing is lost', async ({ open, world }) => {
  const place = await world.community()
  const ada = await world.person({ name: 'Ada Asks' })
  await world.admit(ada, place)
  await world.sql(
    `insert into public.community_posts (community_id, author_id, body) select $1, $2, 'Number ' || n from generate_series(1, 10) n`,
    [place.id, ada.id],
  )
  const page = await open(ada, `/app/communities/${place.slug}`, { expectProblems: [/429/] })
  await write(page, 'And one more')
  await expect(
    page.getByText('You are posting too fast. Please wait a minute and try again.'),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Write a post' })).toHaveValue('And one more')
  await expect(postBy(page, 'Ada Asks')).toHaveCount(10)
})

test('a banned person reads nothing, and is told whom to contact', async ({ open, world }) => {
  const place = await world.community()
  const [ada, ben] = [await world.person(), await world.person()]
  await world.admit(ada, place)
  await world.admit(ben, place, { banned: true })
  const post = await world.said(ada, place, 'Not for everybody')
  const page = await open(ben, `/app/communities/${place.slug}/post/${post}`)
  for (const path of [
    `/app/communities/${place.slug}/post/${post}`,
    `/app/communities/${place.slug}`,
  ]) {
    await page.goto(path)
    await expect(
      page.getByRole('heading', { name: `You are banned from ${place.name}` }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'support@rookies.test' })).toHaveAttribute(
      'href',
      'mailto:support@rookies.test',
    )
    await expect(page.getByText('Not for everybody')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'All communities' }).click()
  const card = page.getByRole('article').filter({ hasText: place.name })
  await expect(card.getByText('You are banned here.')).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
})

test('a person who is banned while they write keeps their words and is told', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const ben = await world.person()
  await world.admit(ben, place)
  const page = await open(ben, `/app/communities/${place.slug}`, { expectProblems: [/403/] })
  await page.getByRole('textbox', { name: 'Write a post' }).fill('One more thing')
  await world.sql('update public.community_members set banned = true where user_id = $1', [ben.id])
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: `You are banned from ${place.name}` }),
  ).toBeVisible()
  expect(await bodies(world, place.id)).toEqual([])
})

test('a read-only community has no composer, except for its moderators', async ({
  open,
  world,
}) => {
  const place = await world.community({ readOnly: true })
  const [ada, ben] = [
    await world.person({ name: 'Ada Leads' }),
    await world.person({ name: 'Ben Reads' }),
  ]
  await world.admit(ada, place, { role: 'MODERATOR' })
  await world.admit(ben, place)
  const adas = await open(ada, `/app/communities/${place.slug}`)
  await write(adas, 'Office hours are on Thursday')
  await expect(postBy(adas, 'Ada Leads').getByText('Moderator')).toBeVisible()
  await expect.poll(() => bodies(world, place.id)).toHaveLength(1)

  const bens = await open(ben, `/app/communities/${place.slug}`)
  await expect(bens.getByText('Office hours are on Thursday')).toBeVisible()
  await expect(bens.getByText('This community is read-only')).toBeVisible()
  await expect(bens.getByRole('textbox')).toHaveCount(0)
  await expect(bens.getByRole('button', { name: 'Reply' })).toHaveCount(0)
})

test('a report reaches the moderators, who dismiss it or delete the post', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const [ada, ben, lee] = [
    await world.person({ name: 'Ada Rude' }),
    await world.person({ name: 'Ben Reports' }),
    await world.person({ name: 'Lee Leads' }),
  ]
  await world.admit(ada, place)
  await world.admit(ben, place)
  await world.admit(lee, place, { role: 'MODERATOR' })
  await world.said(ada, place, 'Something unkind')
  const bens = await open(ben, `/app/communities/${place.slug}`)
  await choose(bens, 'Ada Rude', 'Report')
  await bens.getByLabel('What is wrong with it? (optional)').fill('It is unkind')
  await bens.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(bens.getByText('You reported this post')).toBeVisible()
  await expect(
    bens.getByRole('button', { name: 'Options for the post by Ada Rude' }),
    'once a person, and nothing else to do',
  ).toHaveCount(0)
  await expect
    .poll(() =>
      world.sql('select reason from public.community_post_reports where reporter_id = $1', [
        ben.id,
      ]),
    )
    .toEqual([{ reason: 'It is unkind' }])

  const lees = await open(lee, `/app/communities/${place.slug}`)
  const reports = lees.getByRole('region', { name: '1 reported post' })
  await expect(reports.getByText('It is unkind')).toBeVisible()
  expect(await lees.locator('main').textContent()).not.toContain('Ben Reports')
  await reports.getByRole('button', { name: 'Delete post' }).click()
  await lees.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(reports).toHaveCount(0)
  await expect(lees.getByText('Something unkind')).toHaveCount(0)
  await lees.getByRole('button', { name: 'Undo' }).click()
  await reports.getByRole('button', { name: 'Dismiss' }).click()
  await expect(reports).toHaveCount(0)
  await expect(postBy(lees, 'Ada Rude')).toBeVisible()
  expect(await bodies(world, place.id)).toEqual(['Something unkind'])
})

test('a link leads to a reply far down, and to a sentence once it is gone', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const ada = await world.person({ name: 'Ada Asks' })
  await world.admit(ada, place)
  const question = await world.said(ada, place, 'Who is there?')
  await world.sql(
    `insert into public.community_posts (community_id, author_id, body, parent_id, created_at)
     select $1, $2, 'Reply ' || n, $3, now() - interval '30 minutes' + n * interval '1 second' from generate_series(1, 60) n`,
    [place.id, ada.id, question],
  )
  const [last] = await world.sql(
    `select id from public.community_posts where parent_id = $1 and body = 'Reply 60'`,
    [question],
  )
  const page = await open(ada, `/app/communities/${place.slug}`)
  await page.getByRole('link', { name: 'View all 60 replies' }).click()
  await expect(page.getByRole('heading', { name: 'Post by Ada Asks' })).toBeFocused()
  await expect(page.getByText('Reply 1', { exact: true })).toBeVisible()
  await page.goto(`/app/communities/${place.slug}/post/${last?.id}`)
  await expect(postBy(page, 'Ada Asks').filter({ hasText: 'Reply 60' }).last()).toBeFocused()
  await expect(page.getByText('Reply 60')).toBeInViewport()

  await page.goto(`/app/communities/${place.slug}/post/00000000-0000-4000-8000-000000000000`)
  await expect(page.getByRole('heading', { name: 'This post is no longer there' })).toBeVisible()
  await page.getByRole('link', { name: `All posts in ${place.name}` }).click()
  await expect(page.getByText('Who is there?')).toBeVisible()
})

test('older posts come page by page', async ({ open, world }) => {
  const place = await world.community()
  const ada = await world.person({ name: 'Ada Asks' })
  await world.admit(ada, place)
  await world.sql(
    `insert into public.community_posts (community_id, author_id, body, created_at)
     select $1, $2, 'Number ' || n, now() - n * interval '1 hour' from generate_series(1, 25) n`,
    [place.id, ada.id],
  )
  const page = await open(ada, `/app/communities/${place.slug}`)
  await expect(postBy(page, 'Ada Asks')).toHaveCount(20)
  await page.getByRole('button', { name: 'Show older posts' }).click()
  await expect(postBy(page, 'Ada Asks')).toHaveCount(25)
  await expect(page.getByRole('button', { name: 'Show older posts' })).toHaveCount(0)
})

test('by keyboard alone: find a community, leave it after all, and come back', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const ada = await world.person({ name: 'Ada Asks' })
  await world.admit(ada, place)
  const page = await open(ada, '/app/dashboard')
  await page.getByRole('button', { name: 'Account' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Communities' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Communities', exact: true })).toBeFocused()
  await page.getByRole('link', { name: place.name }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: place.name })).toBeFocused()
  await expect(page).toHaveTitle(`${place.name} · Rookies`)

  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Leave ${place.name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Leave ${place.name}?` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Leave ${place.name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Leave', exact: true }).press('Enter')
  await expect(page).toHaveURL('/app/communities')
  const card = page.getByRole('article').filter({ hasText: place.name })
  await card.getByRole('button', { name: `Join ${place.name}` }).press('Enter')
  await expect(page).toHaveURL(`/app/communities/${place.slug}`)
  await expect(page.getByRole('textbox', { name: 'Write a post' })).toBeVisible()
})

test('without an invite there is no such community', async ({ open, world }) => {
  const place = await world.community({ access: 'INVITE' })
  const ada = await world.person()
  const page = await open(ada, `/app/communities/${place.slug}`)
  await expect(page.getByRole('heading', { name: 'Community not found' })).toBeVisible()
  await expect(page.getByText(place.name)).toHaveCount(0)
})

test('communities that cannot be read say so, and try again', async ({ open, world }) => {
  const place = await world.community()
  const page = await open(await world.person(), '/app/communities', { expectProblems: [/503/] })
  await page.route('**/rpc/my_communities*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await expect(page.getByText('Failed to load communities')).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/rpc/my_communities*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('link', { name: place.name })).toBeVisible()
})

test('a moderator bans a person from the list of members, and lets them back', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const [lee, rude] = [
    await world.person({ name: 'Lee Leads' }),
    await world.person({ name: 'Rudi Rude' }),
  ]
  await world.admit(lee, place, { role: 'MODERATOR' })
  await world.admit(rude, place)
  const lees = await open(lee, `/app/communities/${place.slug}`)
  await lees.getByRole('link', { name: 'Members' }).click()
  await expect(lees.getByRole('heading', { name: 'Members' })).toBeFocused()
  await expect(lees.getByRole('button', { name: /^Ban/ }), 'not oneself').toHaveCount(1)
  await lees.getByRole('button', { name: 'Ban Rudi Rude' }).press('Enter')
  await lees.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click()
  const back = lees.getByRole('button', { name: 'Unban Rudi Rude' })
  await expect(back).toBeFocused()

  const rudis = await open(rude, `/app/communities/${place.slug}`)
  await expect(rudis.getByText('You can neither read nor write here.')).toBeVisible()
  await rudis.goto(`/app/communities/${place.slug}/members`)
  await expect(rudis.getByText('Community not found')).toBeVisible()
  await back.press('Enter')
  await expect(lees.getByRole('button', { name: 'Ban Rudi Rude' })).toBeFocused()
  await rudis.goto(`/app/communities/${place.slug}`)
  await expect(rudis.getByRole('textbox', { name: 'Write a post' })).toBeVisible()
})
