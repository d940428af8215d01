import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Select, type SelectProps } from 'antd'
import { useId } from 'react'
import { popupPlace } from './popup-place'

interface DescribedSelectProps<T extends string> extends SelectProps<T> {
  /** The label of the chosen option; undefined if none is chosen. */
  chosen: string | undefined
}

/**
 * A select that describes its input with the label of the chosen option. antd renders that label outside of the
 * input, where screen readers do not find it.
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
