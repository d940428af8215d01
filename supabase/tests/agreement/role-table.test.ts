import { expect, test } from 'vitest'
import { useDatabase } from '../database'
import { EVERY_RIGHT } from './compare'

const db = useDatabase()

test('the role table and the screens have the same rights', async () => {
  const rows = await db.owner('select distinct resource, action from public.role_permissions')
  const onScreens = EVERY_RIGHT.map(({ name, action }) => `${name} ${action}`)
  expect(rows.map(({ resource, action }) => `${resource} ${action}`).sort()).toEqual(
    onScreens.sort(),
  )
})
