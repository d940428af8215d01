import type { Toast } from '@rookies/data/toasts'
import { useEffect } from 'react'
import { useToasts } from './toasts'

/** Shows one toast for each failed read (rules/interface#messages). `toast` must be a constant. */
export function useFailureToast(
  { isError, errorUpdatedAt }: { isError: boolean; errorUpdatedAt: number },
  toast: Toast,
): void {
  const { failed } = useToasts()
  useEffect(() => {
    if (isError && errorUpdatedAt > 0) failed(toast)
  }, [isError, errorUpdatedAt, failed, toast])
}
