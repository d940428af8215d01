import { expect, test } from '../support/fixtures'
import { itemOf, newTitle, notify, openBell, openLive } from '../support/notifications'

test("a member's open page shows their own notifications and those to everybody, but not other people's", {
  tag: '@real',
}, async ({ open, world }) => {
  const member = await world.person()
  const other = await world.person()
  const { page } = await openLive(open, member)
  const { page: othersPage } = await openLive(open, other)
  await openBell(page)
  await openBell(othersPage)
  const [own, everybodys] = [newTitle('For you'), newTitle('For all')]

  const began = Date.now()
  await notify(world, member, own, { type: 'warning' })
  await itemOf(page, own).waitFor()
  test.info().annotations.push({
    type: 'insert to screen',
    description: `${Date.now() - began} ms, budget 300`,
  })
  await expect(itemOf(page, own).getByText('New', { exact: true })).toBeVisible()
  await expect(itemOf(page, own).getByText('All Members')).toBeHidden()
  await expect(itemOf(page, own).getByText('Just now')).toBeVisible()
  await expect(page.getByRole('status').getByText(`New notification: ${own}`)).toBeAttached()

  const id = await notify(world, 'everybody', everybodys)
  await expect(itemOf(page, everybodys).getByText('All Members')).toBeVisible()
  // The notification to one person was sent earlier, so it would have arrived by now.
  await expect(itemOf(othersPage, everybodys)).toBeVisible()
  await expect(itemOf(othersPage, own)).toBeHidden()
  await world.sql('delete from public.notifications where id = $1', [id])
  await expect(itemOf(page, everybodys)).toBeHidden()
  await expect(itemOf(othersPage, everybodys)).toBeHidden()
})
