import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { BellKind } from './bell-types'

/** How each kind looks, and what it is called. */
export const KINDS: Record<BellKind, { icon: LucideIcon; name: string }> = {
  info: { icon: Info, name: 'Info' },
  success: { icon: CircleCheck, name: 'Success' },
  warning: { icon: TriangleAlert, name: 'Warning' },
  error: { icon: CircleAlert, name: 'Error' },
}

/** In the order in which one chooses among them. */
export const KIND_ORDER: readonly BellKind[] = ['info', 'success', 'warning', 'error']
