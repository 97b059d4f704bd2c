/**
 * The program of the web editor, for the browser. It reads its configuration from where its page says.
 */
import { init, registerEditorComponent } from '@sveltia/cms'

// A picture in a text: like Sveltia's own, but with the words that the check asks for, and the path as the build wants it.
registerEditorComponent({
  id: 'picture',
  label: 'Picture',
  icon: 'image',
  trigger: 'button',
  fields: [
    {
      name: 'src',
      label: 'File',
      widget: 'image',
      choose_url: false,
      hint: 'Upload it to Entry Assets, so that it lies beside this text.',
    },
    {
      name: 'alt',
      label: 'What it shows',
      widget: 'string',
      hint: 'For people who cannot see it, and for programs.',
    },
  ],
  pattern: /!\[(?<alt>[^\]]*)\]\((?:\.\/)?(?<src>[^)\s]+)\)/,
  // A bracket would end the words too early. Sveltia names a file beside the text without the dot.
  toBlock: ({ src = '', alt = '' }) =>
    src && `![${alt.replaceAll(/[[\]]/g, '')}](${src.replace(/^(?![./]|[a-z]+:)/, './')})`,
  toPreview: ({ src = '', alt = '' }) => `<img src="${src}" alt="${alt.replaceAll('"', '&quot;')}">`,
})

init()
