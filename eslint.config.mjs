/**
 * Rules that find faults; how the code looks is Prettier's. Exports that nothing uses are found by knip (`knip.json`).
 * Of the `.astro` files only what they import is looked at; the rest is left to `astro check`: eslint-plugin-astro finds nothing in
 * them without types, and with types it reports every use of `Astro.props`, which it cannot resolve.
 */
import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { lateAwaits } from './tests/late-awaits.mjs'
import { importsOfRooms } from './tests/rooms.mjs'

/** Globals of the few files that are plain JavaScript; TypeScript knows those of the others. */
const NODE = { process: 'readonly', Request: 'readonly', URL: 'readonly' }
const BROWSER = {
  DOMParser: 'readonly',
  Event: 'readonly',
  ResizeObserver: 'readonly',
  addEventListener: 'readonly',
  clearTimeout: 'readonly',
  confirm: 'readonly',
  document: 'readonly',
  fetch: 'readonly',
  localStorage: 'readonly',
  location: 'readonly',
  parent: 'readonly',
  navigator: 'readonly',
  sessionStorage: 'readonly',
  setInterval: 'readonly',
  setTimeout: 'readonly',
}

/** The longest file, lines: much over 250 it hides a second noun. */
const MAX_LINES = 300

/** The code at the top of an Astro page, between two lines of dashes. */
const FRONTMATTER = {
  preprocess: (text) => [{ text: /^---(\n[\s\S]*?)\n---/.exec(text)?.[1] ?? '', filename: 'frontmatter.mts' }],
  postprocess: (messages) => messages.flat(),
}

export default defineConfig(
  globalIgnores(['dist', '.astro', '.cache', '.data', '.netlify', '.screens']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    rules: {
      'array-callback-return': 'error',
      eqeqeq: 'error',
      'no-self-compare': 'error',
      'no-template-curly-in-string': 'error',
      // Control characters are what our expressions look for.
      'no-control-regex': 'off',
    },
  },
  { files: ['**/*.mjs'], languageOptions: { globals: NODE } },
  { files: ['src/views/*.js', 'src/commands/editor/*.js'], languageOptions: { globals: BROWSER } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    plugins: { promises: { rules: { 'late-awaits': lateAwaits } } },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'promises/late-awaits': 'error',
      // More are an object, whose fields say at the call what they are.
      '@typescript-eslint/max-params': ['error', { max: 4 }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // Characters of our alphabets and of what people write are counted by code point on purpose.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-deprecated': 'error',
      '@typescript-eslint/no-unnecessary-condition': 'error',
      '@typescript-eslint/no-unnecessary-type-conversion': 'error',
      '@typescript-eslint/no-useless-default-assignment': 'error',
      // A name that begins with _ is there to be left out.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'error',
      // A port's function is async even where one implementation has nothing to wait for: what it throws is a rejection.
      '@typescript-eslint/require-await': 'off',
      // Our objects are closures without `this`, so their methods may be handed on by themselves.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['tests/**/*.ts'],
    rules: {
      // A rejection without a handler fails the test, as it should.
      'promises/late-awaits': 'off',
      // Vitest's `expect.any` and `expect.objectContaining` are `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      // Here a wrong value in a text is a failed test, and the type of what a page holds is often unknown.
      '@typescript-eslint/restrict-template-expressions': 'off',
      // A test left alone by `.only` hides all others.
      'no-restricted-properties': [
        'error',
        ...['describe', 'it', 'test'].map((object) => ({ object, property: 'only' })),
      ],
    },
  },
  {
    files: ['src/**/*.astro'],
    plugins: { astro: { processors: { frontmatter: FRONTMATTER } } },
    processor: 'astro/frontmatter',
  },
  {
    files: ['**/*.astro/*.mts'],
    languageOptions: { parser: tseslint.parser },
    // The markup below uses the names, which is not in sight here.
    rules: { 'no-unused-vars': 'off', 'no-undef': 'off' },
  },
  {
    files: ['src/**', 'netlify/**'],
    plugins: { rooms: { rules: { imports: importsOfRooms } } },
    rules: { 'rooms/imports': 'error', 'max-lines': ['error', MAX_LINES] },
  },
)
