import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  awaitsAnswer,
  FIRST_STATUS,
  isFinished,
  isOpen,
  nextStatuses,
  STATUSES,
  type Status,
} from '../../src/inquiries/status.ts'
import { type Language, LANGUAGES, pathIn } from '../../src/language.ts'

/** How the privacy page names what is removed some time after it was finished. */
const REMOVED: Readonly<Partial<Record<Status, Record<Language, string>>>> = {
  declined: { en: 'decline it', es: 'rechazarlo' },
  spam: { en: 'the message is spam', es: 'el mensaje era correo no deseado' },
  closed: { en: 'we close the matter', es: 'cerrar el asunto' },
}

/** Opening again what was finished is no step. */
function reached(): Set<Status> {
  const found = new Set<Status>([FIRST_STATUS])
  for (const status of found)
    for (const next of nextStatuses(status)) if (isOpen(status) || !isOpen(next)) found.add(next)
  return found
}

it.each(STATUSES)('%s is reached from the first one, and never leads to itself', (status) => {
  expect([...reached()]).toContain(status)
  expect(nextStatuses(status)).not.toContain(status)
  expect(new Set(nextStatuses(status)).size).toBe(nextStatuses(status).length)
})

it.each(STATUSES)('%s can be finished, and opened again when it is not open', (status) => {
  expect([status, ...nextStatuses(status)].some(isFinished)).toBe(true)
  if (!isOpen(status)) expect(nextStatuses(status)).toEqual(expect.arrayContaining(STATUSES.filter(isOpen)))
})

it.each(STATUSES.filter(isFinished))('%s is named by the privacy pages: the inquiry is removed', (status) => {
  for (const language of LANGUAGES) {
    const page = readFileSync(`content/sample${pathIn(language, '/pages/privacy.md')}`, 'utf8').replace(/\s+/g, ' ')
    expect(page).toContain(REMOVED[status]?.[language] ?? `how the privacy page names "${status}"`)
  }
})

it('a person waits for an answer until one was given', () => {
  expect(STATUSES.filter((status) => awaitsAnswer({ status }))).toEqual(['new'])
})

it('retained is closed or opened again, and nothing else: it is a part of a file of a client', () => {
  expect(nextStatuses('retained').filter((status) => !isOpen(status))).toEqual(['closed'])
})

it.each(STATUSES)('%s with a conflict is declined if it is open, and never opened again', (status) => {
  const next = nextStatuses(status, 'conflict')
  expect(isOpen(status) ? next : next.filter(isOpen)).toEqual(isOpen(status) ? ['declined'] : [])
})
