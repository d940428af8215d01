import { Button, type ButtonProps, Flex } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { createPath, type To } from 'react-router-dom'
import cells from './cells.module.css'
import { LinkButton } from './link-button'

interface TurnerProps {
  /** What is turned, for screen readers. */
  label: string
  /** Addresses of the pages beside this one; null where there is none. */
  newer: To | null
  older: To | null
}

/** The way through a list without page numbers, which is too long to be counted; nothing when there is one page. */
export function Turner({ label, newer, older }: TurnerProps) {
  if (newer === null && older === null) return null
  return (
    <Flex
      component="nav"
      justify="center"
      gap="small"
      className={cells.pages ?? ''}
      aria-label={`Pages of ${label}`}
    >
      <Step to={newer} icon={<ChevronLeft aria-hidden="true" />}>
        Newer
      </Step>
      <Step to={older} icon={<ChevronRight aria-hidden="true" />} iconPosition="end">
        Older
      </Step>
    </Flex>
  )
}

/** A step to another page of a list, where there is one. */
function Step({
  to,
  ...button
}: { to: To | null } & Pick<ButtonProps, 'icon' | 'iconPosition' | 'children'>) {
  if (to === null) return <Button {...button} disabled />
  return <LinkButton {...button} to={typeof to === 'string' ? to : createPath(to)} />
}
