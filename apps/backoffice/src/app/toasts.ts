import type { Toast } from '@rookies/data/toasts'
import { useMatchMedia } from '@rookies/ui/media/use-match-media'
import { createContext, useContext, useMemo } from 'react'
import type { ShowToast } from './notification-provider'

export const ToastContext = createContext<ShowToast | null>(null)

/** Returns whether the window has room for only one toast, as on a phone. */
export const useOneToast = () => useMatchMedia('(max-width: 48rem)')

/** Returns functions that show toasts, for successes and errors that Refine does not report. */
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
