/** "Peña" becomes "Pena". */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** For each Latin letter, the letters that look like it (UTS 39), or that Unicode does not decompose into it and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: 'аαɑ', b: 'вβ', c: 'с', d: 'đðԁ', e: 'еε', g: 'ɡց', h: 'нһΗհ', i: 'іιı', j: 'јյ', k: 'кκ', l: 'łӏ', m: 'мμ' },
  ...{ n: 'ηΝո', o: 'øоοօ', p: 'рρ', q: 'ԛզ', s: 'ѕ', t: 'тτ', u: 'υս', v: 'νѵ', w: 'ԝω', x: 'хχ', y: 'уүγΥ', z: 'ζ' },
  ...{ ss: 'ß', ae: 'æ', oe: 'œ', th: 'þ' },
}
const LATIN = new Map(Object.entries(LETTERS).flatMap(([latin, others]) => [...others].map((one) => [one, latin])))
const LOOK_ALIKES = new RegExp(`[${[...LATIN.keys()].join('')}]`, 'giu')

/** Removes case, accents, compatibility forms and invisible characters, and replaces look-alike letters with Latin letters. */
export const foldText = (text: string): string =>
  withoutAccents(text.normalize('NFKD'))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(LOOK_ALIKES, (letter) => LATIN.get(letter) ?? LATIN.get(letter.toLowerCase()) ?? letter)
    .toLowerCase()

/** @returns the trimmed text; an empty one when all of its characters are invisible */
export const visibleText = (text: string): string =>
  /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}\u2800]/u.test(text) ? text.trim() : ''

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `replyWithin` becomes `Reply within`. */
export const fieldInWords = (name: string): string =>
  capitalized(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

export const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Adds a full stop, unless the text ends with one, like a name with "P.A.". */
export const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** Line separators, bidirectional controls, and all control characters except tab and line feed. */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Replaces characters that could control a terminal or reorder the displayed text. */
export const printable = (text: string): string => text.replace(UNSAFE, '�')
