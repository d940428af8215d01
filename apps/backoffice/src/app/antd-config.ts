import { antdTokens } from '@rookies/ui/tokens/antd-theme'
import { colors, type ThemeName, weights } from '@rookies/ui/tokens/tokens'
import { theme as algorithms, type ThemeConfig } from 'antd'

/**
 * antd in the product's look. Its dark algorithm tones the colours it is given down; where the exact
 * ones matter (the accent, errors) they are set again on the component, which it leaves as they are.
 */
export function antdConfig(name: ThemeName, calm: boolean): ThemeConfig {
  const color = colors[name]
  const exact = {
    colorPrimary: color.accent,
    colorPrimaryHover: color.accentHover,
    colorPrimaryActive: color.accentHover,
    colorError: color.danger,
    colorErrorHover: color.danger,
    colorErrorActive: color.danger,
    colorErrorText: color.danger,
  }
  return {
    algorithm: name === 'dark' ? algorithms.darkAlgorithm : algorithms.defaultAlgorithm,
    token: { ...antdTokens(name), motion: !calm },
    cssVar: true,
    hashed: false,
    components: {
      Button: {
        ...exact,
        fontWeight: weights.medium,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        defaultHoverColor: color.accent,
        defaultHoverBorderColor: color.accent,
        defaultActiveColor: color.accentHover,
        defaultActiveBorderColor: color.accentHover,
      },
      Form: { ...exact, itemMarginBottom: 24, verticalLabelPadding: '0 0 4px' },
      Input: {
        ...exact,
        hoverBorderColor: color.accent,
        activeBorderColor: color.accent,
        colorErrorBorderHover: color.danger,
      },
      // Off has to be seen too: antd's own grey stands out from nothing.
      Switch: {
        ...exact,
        colorTextQuaternary: color.borderStrong,
        colorTextTertiary: color.textMuted,
        handleBg: color.surfaceRaised,
      },
      Segmented: { trackBg: color.surfaceSunken, itemSelectedBg: color.surfaceRaised },
    },
  }
}
