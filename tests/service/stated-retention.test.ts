/** The retention period that the pages state and the one that the service keeps to: where they differ, the log and the desk say so. */
import { expect, it } from 'vitest'
import { createService } from '../../src/service/service.ts'
import { desk, useDeskClient } from '../desk/inquiries/desk-client.ts'

useDeskClient()

it('is logged at the start when it is not the setting, and only then', async () => {
  const { service } = desk
  const events: unknown[] = []
  const start = (retentionDays: number) =>
    createService({ ...service, retentionDays, log: (event, fields) => void events.push([event, fields]) })
  expect((await start(180)).statedRetentionDays).toBe(180)
  expect(events).toEqual([])
  await start(365)
  expect(events).toEqual([['retention.differs', { pages: 180, setting: 365 }]])
})

it('is a warning on the first page of the desk when it is not the setting, and only then', async () => {
  expect((await desk.get('')).markup).not.toContain('role="alert"')
  desk.service.retentionDays = 365
  expect((await desk.get('')).text).toContain(
    'The privacy page says that messages are kept for 180 days, but RETENTION_DAYS is 365.',
  )
})
