import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Select, type SelectProps } from 'antd'
import { useId } from 'react'
import { popupPlace } from './popup-place'

interface DescribedSelectProps<T extends string> extends SelectProps<T> {
  /** The label of the chosen option; undefined if there is none. */
  chosen: string | undefined
}

/**
 * antd shows the chosen option outside of the input element, where screen readers miss it; this describes the input
 * with it.
 */
export function DescribedSelect<T extends string>({ chosen, ...select }: DescribedSelectProps<T>) {
  const id = useId()
  return (
    <>
      <Select<T>
        {...select}
        aria-describedby={[select['aria-describedby'], id].filter(Boolean).join(' ')}
        optionFilterProp="label"
        getPopupContainer={popupPlace}
      />
      <VisuallyHidden id={id}>{chosen}</VisuallyHidden>
    </>
  )
}
