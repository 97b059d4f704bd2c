/** The window of a preview in the host side of `@modelcontextprotocol/ext-apps`: the browser test itself, so that its figure is with the others. */
import '../browser/inquiry-app.test.ts'
