import { expect, test } from 'vitest'
import { useDatabase } from '../../../database'
import { visit } from '../../visits'

// Only Auth can drop the triggers of its table, and only the embedded backend lets a test sign in to the database as
// Auth.
const db = useDatabase()

test('a report of the app alone adds a record, if the sessions table has no triggers', async () => {
  const turn = async (way: 'enable' | 'disable') => {
    for (const trigger of ['rookies_audit_login', 'rookies_audit_logout']) {
      await db.authService(`alter table auth.sessions ${way} trigger ${trigger}`)
    }
  }
  await turn('disable')
  try {
    expect(await visit(0)).toEqual([])
    expect(await visit(5)).toEqual(['auth.login', 'auth.logout'])
  } finally {
    await turn('enable')
  }
})
