import { antdTokens } from '@rookies/ui/tokens/antd-theme'
import {
  colors,
  radii,
  shadows,
  type ThemeName,
  typeScale,
  weights,
} from '@rookies/ui/tokens/tokens'
import { theme as algorithms, type ThemeConfig } from 'antd'

/**
 * Returns antd's theme with the product's colours, type and spacing. antd's dark algorithm changes the colours that it
 * is given, so components that need the exact accent or error colour set it again in their own token.
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
        contentLineHeight: 1.5,
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
      Select: {
        ...exact,
        optionSelectedBg: color.accentSoft,
        optionSelectedColor: color.text,
        colorTextQuaternary: color.textMuted,
      },
      DatePicker: {
        ...exact,
        colorTextQuaternary: color.textMuted,
        colorTextDisabled: color.textMuted,
      },
      // The tick of a checkbox has the same colour as a text on the accent colour.
      Checkbox: { colorWhite: color.accentText },
      // Skeletons have a colour of the product's palette instead of antd's grey.
      Skeleton: {
        gradientFromColor: `color-mix(in srgb, ${color.text} 8%, transparent)`,
        gradientToColor: `color-mix(in srgb, ${color.text} 3%, transparent)`,
      },
      // antd's own grey has too little contrast for a switch that is off.
      Switch: {
        ...exact,
        colorTextQuaternary: color.borderStrong,
        colorTextTertiary: color.textMuted,
        handleBg: color.surfaceRaised,
      },
      Modal: {
        titleFontSize: typeScale.l.size * 16,
        titleLineHeight: typeScale.l.line,
        borderRadiusLG: radii.l,
        boxShadow: shadows[name][3],
      },
      // Toasts are drawn below dialogs, so that they never cover a dialog's buttons. Dialogs show their own errors.
      Notification: { zIndexPopup: 990 },
      Slider: {
        trackBg: color.accent,
        trackHoverBg: color.accentHover,
        handleColor: color.accent,
        handleActiveColor: color.accentHover,
        railBg: color.borderStrong,
        railHoverBg: color.borderStrong,
      },
      Segmented: { trackBg: color.surfaceSunken, itemSelectedBg: color.surface },
      Tag: {
        colorSuccess: color.accentInk,
        colorSuccessBg: color.accentSoft,
        colorInfo: color.accentInk,
        colorInfoBg: color.accentSoft,
        colorWarning: color.warning,
        colorWarningBg: color.warningSoft,
        colorError: color.danger,
        colorErrorBg: color.dangerSoft,
        defaultBg: color.surfaceSunken,
        defaultColor: color.textMuted,
        borderRadiusSM: radii.full,
        marginXS: 0,
      },
      Alert: {
        // From a dark accent colour, antd would derive grey for these colours.
        colorInfoBg: color.accentSoft,
        colorInfoBorder: color.accent,
        colorSuccessBg: color.accentSoft,
        colorSuccessBorder: color.accent,
        colorWarningBg: color.warningSoft,
        colorWarningBorder: color.warning,
        colorErrorBg: color.dangerSoft,
        colorErrorBorder: color.danger,
      },
      Card: { bodyPadding: 20, headerPadding: 20, boxShadowTertiary: 'none' },
      Statistic: { titleFontSize: 14, contentFontSize: 28 },
      Descriptions: { labelColor: color.textMuted, colonMarginLeft: 0, colonMarginRight: 8 },
      Breadcrumb: { fontSize: 13, linkHoverColor: color.accent },
      Result: { titleFontSize: 20, paddingXL: 0, paddingLG: 16 },
      // Column heads have no background, and the lines between rows are thin.
      Table: {
        headerBg: color.surfaceRaised,
        headerColor: color.textMuted,
        headerSplitColor: 'transparent',
        headerSortActiveBg: color.surfaceRaised,
        headerSortHoverBg: color.surface,
        bodySortBg: 'transparent',
        borderColor: color.border,
        rowHoverBg: color.surface,
        // The selected row is lighter than avatars and badges, so that these stay visible on it.
        rowSelectedBg: `color-mix(in srgb, ${color.accentSoft} 45%, ${color.surfaceRaised})`,
        rowSelectedHoverBg: `color-mix(in srgb, ${color.accentSoft} 60%, ${color.surfaceRaised})`,
        cellPaddingBlock: 12,
        cellPaddingInline: 12,
        fontWeightStrong: weights.medium,
      },
    },
  }
}
