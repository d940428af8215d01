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
 * antd in the product's look. The dark algorithm of antd tones down the colours that it is given. Where the exact
 * colour matters (accent, errors), the component's own token sets it again.
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
      // Ticks have the colour of texts on the accent colour.
      Checkbox: { colorWhite: color.accentText },
      // Skeletons use the palette instead of antd's grey.
      Skeleton: {
        gradientFromColor: `color-mix(in srgb, ${color.text} 8%, transparent)`,
        gradientToColor: `color-mix(in srgb, ${color.text} 3%, transparent)`,
      },
      // A switch that is off must be visible; antd's own grey has too little contrast.
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
      // Toasts lie below dialogs, because they must not cover a dialog's buttons. Dialogs show their own errors.
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
        // antd derives these colours from the accent; from a dark accent they come out grey.
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
      // Column heads have no background, and lines are thin.
      Table: {
        headerBg: color.surfaceRaised,
        headerColor: color.textMuted,
        headerSplitColor: 'transparent',
        headerSortActiveBg: color.surfaceRaised,
        headerSortHoverBg: color.surface,
        bodySortBg: 'transparent',
        borderColor: color.border,
        rowHoverBg: color.surface,
        // Lighter than avatars and badges, which keep their shape on it.
        rowSelectedBg: `color-mix(in srgb, ${color.accentSoft} 45%, ${color.surfaceRaised})`,
        rowSelectedHoverBg: `color-mix(in srgb, ${color.accentSoft} 60%, ${color.surfaceRaised})`,
        cellPaddingBlock: 12,
        cellPaddingInline: 12,
        fontWeightStrong: weights.medium,
      },
    },
  }
}
