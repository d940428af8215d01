import { expect, test } from 'vitest'
import { useDatabase } from '../../../database'
import { visit } from '../../visits'

// Only Auth itself may take the triggers from its table, and only the embedded backend lets a test log in as Auth.
const db = useDatabase()

test('the app alone leaves a record, if that table has no triggers', async () => {
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
