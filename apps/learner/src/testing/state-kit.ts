import { fireEvent, screen } from '@testing-library/react'
import type { openPortal } from './open-portal'

export const FAILED_ANSWER = () => ({ status: 400, body: { code: 'P0001', message: 'refused' } })
export const NO_ANSWER = () => new Promise<never>(() => {})
export const LOST_CONNECTION = () => Promise.reject(new TypeError('Failed to fetch'))

export type Visit = Parameters<typeof openPortal>[0]

export interface State extends Visit {
  /** The text that must be on the page before the state is checked. */
  shows: RegExp
  /** The steps with which a person reaches the state after loading. */
  does?: () => Promise<unknown>
}

export type States = Record<string, State>

export async function type(label: string, value: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
}

export const press = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name }))
