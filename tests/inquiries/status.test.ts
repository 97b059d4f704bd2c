import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Status } from '../../src/inquiries/status.ts'
import { awaitsAnswer, FIRST_STATUS, isFinished, isOpen, nextStatuses, STATUSES } from '../../src/inquiries/status.ts'
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

it.each(STATUSES)('%s is reached, can be finished and opened again; with a conflict, declined only', (status) => {
  const next = nextStatuses(status)
  expect([...reached()]).toContain(status)
  expect(new Set([status, ...next]).size).toBe(next.length + 1)
  expect([status, ...next].some(isFinished)).toBe(true)
  if (!isOpen(status)) expect(next).toEqual(expect.arrayContaining(STATUSES.filter(isOpen)))
  const withConflict = nextStatuses(status, 'conflict')
  expect(isOpen(status) ? withConflict : withConflict.filter(isOpen)).toEqual(isOpen(status) ? ['declined'] : [])
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
