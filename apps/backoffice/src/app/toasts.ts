import type { Toast } from '@rookies/data/toasts'
import { useMatchMedia } from '@rookies/ui/media/use-match-media'
import { createContext, useContext, useMemo } from 'react'
import type { ShowToast } from './notification-provider'

export const ToastContext = createContext<ShowToast | null>(null)

/** Whether the window has room for one toast, as on a phone. */
export const useOneToast = () => useMatchMedia('(max-width: 48rem)')

/** Toasts for what Refine does not report itself. A success may offer to undo it. */
export function useToasts() {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToasts is for what stands below Root')
  return useMemo(() => {
    const say = ({ title, text }: Toast) => (title ? { title, text } : { title: text })
    return {
      succeeded: (toast: Toast, undo?: () => void) => show({ ...say(toast), failed: false, undo }),
      failed: (toast: Toast, options?: { waits: boolean }) =>
        show({ ...say(toast), failed: true, ...options }),
    }
  }, [show])
}
