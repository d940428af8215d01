import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'

preparePage()

it('an export that fails shows an error and saves no file', async () => {
  // Stands for a browser in which the person chooses at once where to save the file.
  const file = { write: vi.fn(), close: vi.fn(), abort: vi.fn() }
  vi.stubGlobal('showSaveFilePicker', async () => ({ createWritable: async () => file }))
  openPanel('/admin/members', bootAnswer(ALL_RIGHTS), ({ path }) => {
    if (path === 'rpc/members') return { body: { total: 0, members: [] } }
    if (path === 'rpc/begin_export') return { body: { id: 'x1', total: 2, columns: ['name'] } }
    return path === 'rpc/export_rows'
      ? { status: 400, body: { code: 'XX000', message: 'no' } }
      : null
  })
  fireEvent.click(await screen.findByRole('button', { name: 'More' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Export CSV' }))
  expect(await screen.findByText('Failed to export')).toBeDefined()
  await waitFor(() => expect(file.abort).toHaveBeenCalledOnce())
  expect(file.close).not.toHaveBeenCalled()
})
