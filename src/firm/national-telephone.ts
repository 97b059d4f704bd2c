/**
 * The firm's telephone number as people in its country read it.
 */

/** International form. */
export const TELEPHONE = /^\+1-\d{3}-\d{3}-\d{4}$/

/**
 * A telephone number as it is written in Florida.
 * @param telephone international form, `+1-386-555-0142`
 * @returns `(386) 555-0142`; what is no such number stays as it is
 */
export function nationalTelephone(telephone: string): string {
  if (!TELEPHONE.test(telephone)) return telephone
  const [, area, exchange, line] = telephone.split('-')
  return `(${area}) ${exchange}-${line}`
}

/** The same with a no-break space, so that the number stays on one line. */
export const unbrokenTelephone = (telephone: string): string => nationalTelephone(telephone).replaceAll(' ', '\u00a0')
