import { Button, type ButtonProps } from 'antd'

const IN_TEXT = { padding: 0, height: 'auto' } as const

/** A button that looks like a link, within text or a cell. */
export function TextButton(button: Omit<ButtonProps, 'type' | 'size' | 'style'>) {
  return <Button {...button} type="link" size="small" style={IN_TEXT} />
}
