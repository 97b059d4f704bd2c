/** Common slips in e-mail addresses: additions and wrong characters. The script of the contact form contains this file too. */

/** `meant` replaces the slip. `rule` follows `EMAIL_RULE` in an error message. */
export const ADDRESS_SLIPS: readonly (readonly [slip: RegExp, meant: string, rule: string])[] = [
  [/\p{Default_Ignorable_Code_Point}/gu, '', 'without invisible characters'],
  [/^mailto:([^?]*).*$/is, '$1', 'without mailto:'],
  [/^.*<([^<>]*)>$/s, '$1', 'without a name'],
  [/[‘’]/g, "'", 'with a straight apostrophe'],
  [/＠/g, '@', 'with an ordinary @'],
  [/[．。]/g, '.', 'with ordinary dots'],
  [/[.,;]$/, '', 'without a mark at its end'],
]

export const withoutSlips = (text: string): string =>
  ADDRESS_SLIPS.reduce((corrected, [slip, meant]) => corrected.replace(slip, meant), text)
