// Checks source texts against the table of refusals as the linter does, but ignores comments that disable rules.
/** @import { RefusalId, SourceFault } from './table.mjs' */
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { refusalRule } from './lint-rule.mjs';

const require = createRequire(import.meta.url);

/** Loads ESLint and its parser on demand: that takes half a second. */
function linting() {
  /** @type {typeof import('eslint')} */
  const { Linter } = require('eslint');
  /** @type {import('eslint').Linter.Parser} */
  const parser = require('@typescript-eslint/parser');
  return { linter: new Linter(), parser };
}
/** @type {ReturnType<typeof linting> | undefined} */
let loaded;

/** @type {(file: string) => boolean} */
export const isScript = (file) => /\.[cm]?[jt]sx?$/.test(file);

/**
 * In a package's code, only rows with `inPackages` count. Throws if the text cannot be parsed.
 * @param {string} text
 * @param {{ file: string, isPackage?: boolean }} options
 * @returns {SourceFault[]}
 */
export function sourceFaults(text, { file, isPackage = false }) {
  loaded ??= linting();
  const { linter, parser } = loaded;
  const options = isPackage ? [{ packagesOnly: true }] : [];
  /** @type {import('eslint').Linter.Config} */
  const config = {
    files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
    languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    plugins: { 'device-console': { rules: { refused: refusalRule } } },
    rules: { 'device-console/refused': ['error', ...options] },
  };
  const messages = linter.verify(text, [config], { filename: `source${extname(file)}`, allowInlineConfig: false });
  const unread = messages.find(({ ruleId }) => ruleId === null);
  if (unread) throw new Error(`${file} cannot be read: ${unread.message} (line ${unread.line})`);
  return messages.map(({ messageId, line, column, message }) => ({
    id: /** @type {RefusalId} */ (messageId),
    line,
    column: column - 1,
    found: message.slice(0, message.indexOf(': Refused:')),
  }));
}
