import type { FormItemProps } from 'antd'

/** Shows a field's error before the first attempt to save; with null, the form shows its own errors. */
export function earlyError(error: string | null): Pick<FormItemProps, 'help' | 'validateStatus'> {
  return error === null ? {} : { help: error, validateStatus: 'error' }
}
