import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Course, World } from './world'

const BOX = 'Search courses, categories and lessons'

/** Returns a word that no other test uses. */
export const uniqueWord = () =>
  [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')

export const trigger = (page: Page) => page.getByRole('button', { name: BOX })

export const input = (page: Page) => page.getByRole('combobox', { name: BOX })

export const results = (page: Page) => page.getByRole('listbox').getByRole('option')

export async function write(
  world: World,
  course: Course,
  lesson: { title: string; content: string },
) {
  await world.sql('update public.lessons set title = $2, content = $3 where id = $1', [
    course.lessons.text,
    lesson.title,
    lesson.content,
  ])
}
