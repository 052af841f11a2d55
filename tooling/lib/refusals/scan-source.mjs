// Looks through source texts for what the table refuses, as the linter does, and past every comment that would silence
// it.
/** @import { RefusalId, SourceFault } from './table.mjs' */
import { extname } from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { refusalRule } from './lint-rule.mjs';

const linter = new Linter();

/**
 * Whether a file is one whose text is code.
 * @type {(file: string) => boolean}
 */
export const isScript = (file) => /\.[cm]?[jt]sx?$/.test(file);

/**
 * What is refused in `text`: `{ id, line, column, found }` each. Of a package's code only what is looked for there.
 * @param {string} text
 * @param {{ file: string, isPackage?: boolean }} options
 * @returns {SourceFault[]}
 */
export function sourceFaults(text, { file, isPackage = false }) {
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
