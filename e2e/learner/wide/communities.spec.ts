import { expect, test } from '../../support/fixtures'
import { choosePostAction, postBy, postTexts, write } from '../../support/posts'
import { untilSeen } from '../../support/seen'

test('authors edit and delete their posts, and can cancel or undo a deletion', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const ada = await world.person({ name: 'Ada Asks' })
  await world.joinCommunity(ada, place)
  await world.post(ada, place, 'A frist try')
  const page = await open(ada, `/app/communities/${place.slug}`)

  await choosePostAction(page, 'Ada Asks', 'Edit')
  const box = page.getByRole('textbox', { name: 'Edit your post' })
  await expect(box).toBeFocused()
  await box.fill('A first try')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('· Edited')).toBeVisible()
  await expect.poll(() => postTexts(world, place.id)).toEqual(['A first try'])

  await choosePostAction(page, 'Ada Asks', 'Delete')
  await expect(page.getByRole('dialog', { name: 'Delete this post?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Options for the post by Ada Asks' })).toBeFocused()
  await choosePostAction(page, 'Ada Asks', 'Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No posts yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Posts', exact: true })).toBeFocused()
  await expect.poll(() => postTexts(world, place.id)).toEqual([])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(postBy(page, 'Ada Asks')).toBeVisible()
  await expect.poll(() => postTexts(world, place.id)).toEqual(['A first try'])
})

test('a post that cannot be sent stays as a draft after a reload, is sent once, and only its author sees the draft', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const ada = await world.person({ name: 'Ada Asks' })
  await world.joinCommunity(ada, place)
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
  // The server receives the post, but its answer is lost.
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
  await expect.poll(() => postTexts(world, place.id)).toEqual(['Written on a slow train'])

  const ben = await world.person()
  await world.joinCommunity(ben, place)
  await box.fill('Between us')
  const session = JSON.stringify(await world.session(ben))
  await page.evaluate((value) => localStorage.setItem('rookies-auth', value), session)
  await page.reload()
  await expect(box).toHaveValue('')
  await expect(postBy(page, 'Ada Asks')).toBeVisible()
  await expect(box).toHaveValue('')
})

test('a link opens a reply far down in its thread, and a message after the reply was deleted', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const ada = await world.person({ name: 'Ada Asks' })
  await world.joinCommunity(ada, place)
  const question = await world.post(ada, place, 'Who is there?')
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

test('a person finds, leaves and rejoins a community by keyboard alone', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const ada = await world.person({ name: 'Ada Asks' })
  await world.joinCommunity(ada, place)
  const page = await open(ada, '/app/dashboard')
  const link = page.getByRole('link', { name: 'Communities', exact: true })
  await link.waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Communities', exact: true })).toBeFocused()
  await page.getByRole('link', { name: place.name, exact: true }).focus()
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
  const leave = page.getByRole('button', { name: 'Leave', exact: true })
  await expect(leave).toBeVisible()
  await untilSeen(page)
  await leave.press('Enter')
  await expect(page).toHaveURL('/app/communities')
  const card = page.getByRole('article').filter({ hasText: place.name })
  const join = card.getByRole('button', { name: `Join ${place.name}` })
  await expect(join).toBeVisible()
  await untilSeen(page)
  await join.press('Enter')
  await expect(page).toHaveURL(`/app/communities/${place.slug}`)
  await expect(page.getByRole('textbox', { name: 'Write a post' })).toBeVisible()
})
