import { satteri } from '@astrojs/markdown-satteri'
import { defineConfig } from 'astro/config'
import { firmColors } from './src/build/firm-colors.ts'
import { telephoneLinks, wideTables } from './src/build/text-plugins.ts'
import { devServer } from './src/hosts/dev.ts'
import { readBuildSettings } from './src/settings.ts'

// Astro itself sets NODE_ENV to production while it builds; here it would say nothing about where the pages go.
const { base, port } = readBuildSettings({ ...process.env, NODE_ENV: undefined })

export default defineConfig({
  site: base,
  server: { port },
  // A page is a folder with an index.html, so its address ends in a slash, here and on Netlify.
  trailingSlash: 'ignore',
  build: {
    format: 'directory',
    // The content security policy allows no inline styles.
    inlineStylesheets: 'never',
    // While one picture is drawn in another thread, pages go on.
    concurrency: 4,
  },
  // Colored code would need styles in the page, which the content security policy forbids.
  markdown: { syntaxHighlight: false, processor: satteri({ mdastPlugins: [telephoneLinks, wideTables] }) },
  image: { service: { entrypoint: './src/build/text-pictures.ts' } },
  devToolbar: { enabled: false },
  // Browsers of 2021, as README.md says: newer functions of CSS, such as `light-dark()`, are written out.
  // But `:is()` stays (16 is `Features.IsSelector`): what it would become counts for more in a rule than what was written.
  vite: {
    plugins: [devServer(), firmColors],
    build: { cssTarget: ['chrome87', 'firefox78', 'safari14.1'] },
    css: { lightningcss: { exclude: 16 } },
  },
})
