import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { BellKind } from './bell-types'

/** The icon and the name of each kind. */
export const KINDS: Record<BellKind, { icon: LucideIcon; name: string }> = {
  info: { icon: Info, name: 'Info' },
  success: { icon: CircleCheck, name: 'Success' },
  warning: { icon: TriangleAlert, name: 'Warning' },
  error: { icon: CircleAlert, name: 'Error' },
}

/** The order of the kinds in the settings. */
export const KIND_ORDER: readonly BellKind[] = ['info', 'success', 'warning', 'error']
