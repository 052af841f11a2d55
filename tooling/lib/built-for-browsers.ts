// Looks through what was built for syntax, interfaces and styles that the promised browsers do not all have.
import css from '@eslint/css';
import { ESLint } from 'eslint';
import compat from 'eslint-plugin-compat';
import { browserQueries } from './browsers.ts';
import { rootDir } from './paths.mjs';

/** Interfaces that are asked for before they are used. */
const ASKED_FOR = ['Intl.Segmenter', 'requestIdleCallback', 'navigator.userAgentData'];

/** Styles that some of the browsers ignore, which costs a convenience. */
const CONVENIENT = [
  'accent-color',
  'break-after',
  'forced-color-adjust',
  'overflow-anchor',
  'overscroll-behavior',
  'overscroll-behavior-x',
  'print-color-adjust',
  'resize',
  'scrollbar-color',
  'text-size-adjust',
  'user-select',
];

/** A line for each place that is too new, of these files, as globs from a folder. */
export async function tooNewFor(files: readonly string[], cwd: string = rootDir): Promise<readonly string[]> {
  const eslint = new ESLint({
    cwd,
    overrideConfigFile: true,
    ignore: false,
    overrideConfig: [
      {
        files: ['**/*.js'],
        // The year of the newest of the browsers.
        languageOptions: { ecmaVersion: 2024, sourceType: 'script' },
        linterOptions: { noInlineConfig: true },
        plugins: { compat },
        rules: { 'compat/compat': 'error' },
        settings: { browsers: browserQueries, lintAllEsApis: true, polyfills: ASKED_FOR },
      },
      {
        files: ['**/*.css'],
        language: 'css/css',
        plugins: { css },
        rules: { 'css/use-baseline': ['error', { available: 2024, allowProperties: CONVENIENT }] },
      },
    ],
  });
  const results = await eslint.lintFiles([...files]);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ message, line, column }) => `${filePath}:${line}:${column}: ${message}`),
  );
}
