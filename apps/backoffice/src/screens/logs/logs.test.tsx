import { forgetLogs } from '@rookies/data/logs/log'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'

preparePage()
// Other test files that ran in the same worker may have left log entries.
beforeEach(forgetLogs)

async function openLogs() {
  openPanel('/admin/logs', bootAnswer(ALL_RIGHTS))
  await screen.findByRole('heading', { name: 'Application Logs' })
}

const entries = () => [
  ...screen.getByRole('region', { name: 'Logs' }).querySelectorAll('tbody tr[data-row-key]'),
]
const card = (name: string) =>
  screen.getByRole('heading', { name }).closest('[role=article]')?.textContent

async function fromMenu(item: string) {
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

describe('application logs', () => {
  it('staff can add a test entry to the logs, filter them by level, and clear them after a question with the number of entries', async () => {
    await openLogs()
    expect(screen.getByText('No logs yet')).toBeDefined()
    await fromMenu('Test Logging')
    await waitFor(() => expect(entries()).toHaveLength(4))
    expect(card('Total Logs')).toContain('4')
    expect(card('Recent Errors')).toContain('1')
    await fromMenu('Simulate App Logs')
    await waitFor(() => expect(entries()).toHaveLength(11))
    expect(card('Recent Errors')).toContain('3')

    fireEvent.click(within(screen.getByLabelText('Level')).getByLabelText('Error'))
    await waitFor(() => expect(entries()).toHaveLength(3))
    expect(window.location.search).toBe('?level=error')
    const test = entries().find(({ textContent }) => textContent?.includes('Test error message'))
    expect(test?.textContent).toContain('"email": "[redacted]"')
    expect(test?.textContent).not.toContain('person@example.org')

    await fromMenu('Clear Logs')
    const clear = within(await screen.findByRole('dialog', { name: 'Clear 3 error logs?' }))
    fireEvent.click(clear.getByRole('button', { name: 'Clear 3 Logs' }))
    expect(await screen.findByText('No error logs')).toBeDefined()
    expect(card('Total Logs')).toContain('8')
    await fromMenu('Reset All Logs')
    const keep = within(await screen.findByRole('dialog', { name: 'Reset all 8 logs?' }))
    fireEvent.click(keep.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(card('Total Logs')).toContain('8')
    await fromMenu('Reset All Logs')
    const reset = within(await screen.findByRole('dialog', { name: 'Reset all 8 logs?' }))
    fireEvent.click(reset.getByRole('button', { name: 'Reset Logs' }))
    expect(await screen.findByText('No logs yet')).toBeDefined()
    expect(window.location.search).toBe('')
  })
})
