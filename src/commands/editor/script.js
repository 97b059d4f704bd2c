/**
 * The program of the web editor, for the browser. It reads its configuration from where its page says.
 */
import { init } from '@sveltia/cms'

init()
