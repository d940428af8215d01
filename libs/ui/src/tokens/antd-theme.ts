import { colors, fonts, motion, radii, shadows, type ThemeName, typeScale, weights } from './tokens'

const REM_PX = 16

/**
 * Returns antd's seed and map tokens for `ConfigProvider`'s `theme.token`, as a plain object; antd is not imported
 * here. For `dark`, use antd's dark algorithm as well.
 */
export function antdTokens(theme: ThemeName) {
  const color = colors[theme]
  return {
    colorPrimary: color.accent,
    colorLink: color.accent,
    colorLinkHover: color.accentHover,
    colorInfo: color.accent,
    colorSuccess: color.accent,
    colorError: color.danger,
    colorWarning: color.warning,
    colorText: color.text,
    colorTextBase: color.text,
    colorTextSecondary: color.textMuted,
    colorTextDescription: color.textMuted,
    colorTextPlaceholder: color.textMuted,
    colorTextLightSolid: color.accentText,
    colorBgBase: color.surfaceRaised,
    colorBgLayout: color.surface,
    colorBgContainer: color.surfaceRaised,
    colorBgElevated: color.surfaceRaised,
    colorBgMask: color.scrim,
    colorFillAlter: color.surfaceSunken,
    colorBorder: color.borderStrong,
    colorBorderSecondary: color.border,
    colorSplit: color.border,
    controlItemBgActive: color.accentSoft,
    controlItemBgHover: color.surfaceSunken,
    fontFamily: fonts.sans,
    fontFamilyCode: fonts.mono,
    fontSize: Math.round(typeScale.s.size * REM_PX),
    fontWeightStrong: weights.semibold,
    borderRadiusSM: radii.s,
    borderRadius: radii.s,
    borderRadiusLG: radii.m,
    boxShadow: shadows[theme][2],
    boxShadowSecondary: shadows[theme][3],
    boxShadowTertiary: shadows[theme][1],
    motionDurationFast: `${motion.fast}ms`,
    motionDurationMid: `${motion.medium}ms`,
    motionEaseInOut: motion.ease,
    controlHeight: 38,
    lineWidthFocus: 2,
  } as const
}
