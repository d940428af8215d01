import type { Page } from '@playwright/test'
import type { World } from './world'

/** Returns the post of an author. */
export const postBy = (page: Page, name: string) =>
  page.getByRole('article', { name: `Post by ${name}` })

/** Chooses an action from the menu of an author's post. */
export async function choosePostAction(page: Page, author: string, what: string) {
  await page.getByRole('button', { name: `Options for the post by ${author}` }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

export async function write(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Write a post' }).fill(text)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
}

/** Returns the texts of a community's posts, the oldest first. */
export const postTexts = async (world: World, id: string) =>
  (
    await world.sql(
      'select body from public.community_posts where community_id = $1 and deleted_at is null order by created_at',
      [id],
    )
  ).map(({ body }) => body)
