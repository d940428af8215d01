import type { FormItemProps } from 'antd'

/** Shows a field's error before anybody tries to save; null leaves errors to the form. */
export function earlyError(error: string | null): Pick<FormItemProps, 'help' | 'validateStatus'> {
  return error === null ? {} : { help: error, validateStatus: 'error' }
}
