/** A calendar file, as a parser that others wrote reads it. */
import ICAL from 'ical.js'

type Values = Record<string, string>

export function readCalendar(file: string): { calendar: Values; entries: Values[] } {
  const valuesOf = (component: ICAL.Component): Values =>
    Object.fromEntries(component.getAllProperties().map((one) => [one.name, String(one.getFirstValue())]))
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[])
  return { calendar: valuesOf(calendar), entries: calendar.getAllSubcomponents('vevent').map(valuesOf) }
}
