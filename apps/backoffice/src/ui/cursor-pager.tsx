import { Button, type ButtonProps, Flex } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { createPath, type To } from 'react-router-dom'
import cells from './cells.module.css'
import { LinkButton } from './link-button'

interface CursorPagerProps {
  /** The noun for the list, for screen readers. */
  label: string
  /** The addresses of the neighbouring pages; null where there is no page. */
  newer: To | null
  older: To | null
}

/**
 * Links to newer and older records, for a list that is too long to count. Renders nothing if there is only one page.
 */
export function CursorPager({ label, newer, older }: CursorPagerProps) {
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

/** A link to a neighbouring page, if there is one. */
function Step({
  to,
  ...button
}: { to: To | null } & Pick<ButtonProps, 'icon' | 'iconPosition' | 'children'>) {
  if (to === null) return <Button {...button} disabled />
  return <LinkButton {...button} to={typeof to === 'string' ? to : createPath(to)} />
}
