import { serve } from '../../src/hosts/netlify.ts'
import { thanks } from '../../src/forms/thanks.ts'

export default serve('thanks', thanks)
