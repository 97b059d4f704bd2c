/**
 * Chance that can be repeated: the same seed draws the same.
 */

export interface Dice {
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  /** One of the items. */
  one<T>(items: readonly [T, ...T[]]): T
  /** True in this share of the throws. */
  isHit(share: number): boolean
  /** Letters and digits, in lower case. */
  letters(length: number): string
}

/** Mulberry32, by Tommy Ettinger (public domain). */
export function dice(seed: number): Dice {
  let state = seed >>> 0
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(draw() * end)
  return {
    below,
    one: (items) => items[below(items.length)] ?? items[0],
    isHit: (share) => draw() < share,
    letters: (length) => Array.from({ length }, () => below(36).toString(36)).join(''),
  }
}
