import { calendar } from '../../src/desk/staff/calendar.ts'
import { serve } from '../../src/hosts/netlify.ts'

export default serve('calendar', calendar)
