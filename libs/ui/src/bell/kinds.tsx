import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { BellKind } from './bell-types'

/** How each kind looks, and what it is called, alone and of many. */
export const KINDS: Record<BellKind, { icon: LucideIcon; name: string; names: string }> = {
  info: { icon: Info, name: 'Info', names: 'Info' },
  success: { icon: CircleCheck, name: 'Success', names: 'Successes' },
  warning: { icon: TriangleAlert, name: 'Warning', names: 'Warnings' },
  error: { icon: CircleAlert, name: 'Error', names: 'Errors' },
}

/** In the order in which one chooses among them. */
export const KIND_ORDER: readonly BellKind[] = ['info', 'success', 'warning', 'error']
