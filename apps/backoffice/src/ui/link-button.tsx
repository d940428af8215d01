import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router-dom'

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'onClick' | 'target'> {
  /** A path of this bundle. */
  to: string
}

/** A link inside the panel that looks like a button; it can be opened in a new tab. */
export function LinkButton({ to, ...button }: LinkButtonProps) {
  const follow = useLinkClickHandler<HTMLElement>(to)
  return <Button {...button} href={useHref(to)} onClick={follow} />
}
