import type { FormItemProps } from 'antd'

/** What is wrong with a field before anybody has saved; null leaves the word to the form. */
export function saidAtOnce(error: string | null): Pick<FormItemProps, 'help' | 'validateStatus'> {
  return error === null ? {} : { help: error, validateStatus: 'error' }
}
