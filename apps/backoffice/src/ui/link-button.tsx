import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router-dom'

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'onClick' | 'target'> {
  /** A path within this app. */
  to: string
}

/** A link within this app that looks like a button. Unlike a button, it can be opened in a new tab. */
export function LinkButton({ to, ...button }: LinkButtonProps) {
  const follow = useLinkClickHandler<HTMLElement>(to)
  return <Button {...button} href={useHref(to)} onClick={follow} />
}
