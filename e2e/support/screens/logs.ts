import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { chooseFromTitleMenu } from '../title-menu'

const kinds = [
  ['error', 'learner portal', 'Failed to fetch dynamically imported module', { name: 'TypeError' }],
  ['warn', 'api', 'POST /rest/v1/rpc/save_access was answered 403', undefined],
  ['error', 'api', 'GET /rest/v1/rpc/library got no answer', undefined],
  [
    'info',
    'simulation: progress',
    'Connection is back: 2 changes were sent',
    { sent: 2, person: { email: '[redacted]' } },
  ],
  ['debug', 'simulation: progress', 'Position recorded', { position_sec: 312 }],
] as const

/** Fills the logs with entries of several kinds. */
async function hasLogs(page: Page): Promise<void> {
  const entries = Array.from({ length: 12 }, (_, i) => {
    const [level, context, message, metadata] = kinds[i % kinds.length] ?? kinds[0]
    return {
      id: `log-${i}`,
      level,
      context,
      message,
      timestamp: Date.now() - i * 290_000,
      metadata,
    }
  })
  await page.evaluate(
    (text) => localStorage.setItem('rookies-logs', text),
    JSON.stringify(entries.reverse()),
  )
}

const logs = { as: 'admin', path: '/admin/logs' } as const

/** This browser's logs. */
export const logScreens: Screen[] = [
  {
    name: 'admin-logs',
    ...logs,
    shows: '"email": "[redacted]"',
    mock: hasLogs,
    prepare: (page) => page.getByText('Metadata').nth(1).click(),
  },
  { name: 'admin-logs-empty', ...logs, shows: 'No logs yet' },
  {
    name: 'admin-logs-clear',
    like: 'admin-members-disable',
    as: 'admin',
    path: '/admin/logs?level=error',
    shows: 'Clear 5 error logs?',
    mock: hasLogs,
    prepare: (page) => chooseFromTitleMenu(page, 'Clear Logs'),
  },
]
