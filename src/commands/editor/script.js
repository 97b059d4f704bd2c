/** The program of the web editor in the browser. Its page names the configuration. */
import { init, registerEditorComponent } from '@sveltia/cms'

// Unlike Sveltia's own component, this one asks what each picture shows, and writes the path that the build needs.
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
  // A bracket in the words would end them too early. Sveltia leaves out the `./` of a file beside the text.
  toBlock: ({ src = '', alt = '' }) =>
    src && `![${alt.replaceAll(/[[\]]/g, '')}](${src.replace(/^(?![./]|[a-z]+:)/, './')})`,
  toPreview: ({ src = '', alt = '' }) => `<img src="${src}" alt="${alt.replaceAll('"', '&quot;')}">`,
})

init()
