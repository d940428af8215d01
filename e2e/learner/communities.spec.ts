import { expect, test } from '../support/fixtures'
import { postBy, postTexts, write } from '../support/posts'

test('one member joins a community and asks, and another one sees the new post and answers', async ({
  open,
  world,
}) => {
  const place = await world.community()
  const [ada, ben] = [
    await world.person({ name: 'Ada Asks' }),
    await world.person({ name: 'Ben Knows' }),
  ]
  await world.joinCommunity(ben, place)
  const bens = await open(ben, '/app/dashboard')
  await bens.clock.install()
  await bens.goto(`/app/communities/${place.slug}`)
  await expect(bens.getByText('No posts yet')).toBeVisible()

  const adas = await open(ada, '/app/dashboard')
  await adas.getByRole('link', { name: 'Communities', exact: true }).click()
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

  await expect.poll(() => postTexts(world, place.id)).toHaveLength(2)
  await adas.reload()
  await expect(postBy(adas, 'Ben Knows').getByText('With git revert.')).toBeVisible()
  expect(await adas.locator('body').textContent()).not.toContain(ben.email)
})
