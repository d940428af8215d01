import { Button } from 'antd'
import { useEffect, useRef } from 'react'

interface RestoreButtonProps {
  onClick: () => void
  children: string
}

/** Restores what was typed and not saved. It takes the focus, so that Enter loses nothing. */
export function RestoreButton({ onClick, children }: RestoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} type="primary" onClick={onClick}>
      {children}
    </Button>
  )
}
