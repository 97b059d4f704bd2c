/**
 * Colors of `src/styles/site.css` that are needed where no stylesheet reaches: in pictures, in `theme-color`, and to find out
 * whether a firm's color can be read. A test compares them with the stylesheet.
 */

/** A color in each theme, `#rrggbb`. */
export interface Themed {
  light: string
  dark: string
}

export const PAGE_COLORS = {
  paper: { light: '#faf8f3', dark: '#101917' },
  surface: { light: '#ffffff', dark: '#17221f' },
  sunk: { light: '#f0ece2', dark: '#0b1211' },
  ink: { light: '#16211f', dark: '#edebe3' },
  soft: { light: '#46524e', dark: '#b4bdb8' },
  line: { light: '#d8d2c4', dark: '#2e3b37' },
  accent: { light: '#0b5a52', dark: '#6fd0bf' },
  clay: { light: '#9a3f1d', dark: '#f0a283' },
  'on-fill': { light: '#ffffff', dark: '#101917' },
} as const satisfies Record<string, Themed>
