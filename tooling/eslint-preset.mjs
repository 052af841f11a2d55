// One set of rules for every package; a workspace outside takes it as @device-console/tooling/eslint.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import { refusalPlugin } from './lib/refusals/lint-rule.mjs';

const originals = [
  'react-router',
  'react-router-dom',
  'react-aria-components',
  '@tanstack/*',
  'crypto-js',
  'papaparse',
].map((name) => ({
  group: [name, `${name}/*`],
  message: 'Import the facade in @device-console/shared-lib instead: a shared original ships whole.',
}));

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/.cache/**',
      '**/.run/**',
      '**/test-results/**',
      '**/playwright-report/**',
    ],
  },
  js.configs.recommended,
  { rules: { 'max-len': ['error', { code: 120 }] } },
  // A test may be as long as its story; what it tests may not.
  {
    ignores: [
      '**/*.test.{ts,tsx,mjs}',
      '**/test-*.{ts,tsx}',
      '**/testing/**',
      '**/test/**',
      '**/test-support/**',
      'e2e/**',
    ],
    rules: {
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-console': 'error',
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
  },
  { files: ['**/*.tsx'], ...reactHooks.configs.flat['recommended-latest'] },
  {
    files: ['**/*.{mjs,cjs,js}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        globalThis: 'readonly',
        require: 'readonly',
        module: 'writable',
        performance: 'readonly',
      },
    },
  },
  {
    files: ['shell/**/*.{ts,tsx}', 'mf-*/**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { patterns: originals }] },
  },
  // What shared-lib gives up is marked with @deprecated a version before it goes: the types tell which name that is.
  {
    files: ['mf-*/src/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: { '@typescript-eslint/no-deprecated': 'error' },
  },
  // What a remote's build refuses as well (lib/refusals/table.mjs).
  {
    files: ['mf-*/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/test-*.{ts,tsx}', '**/testing/**'],
    plugins: { 'device-console': refusalPlugin },
    rules: { 'device-console/refused': 'error', 'no-restricted-imports': 'off' },
  },
);
