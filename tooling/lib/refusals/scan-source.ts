// Checks source texts against the table of refusals as the linter does, but ignores comments that disable rules.
import type * as eslintModule from 'eslint';
import type { Linter } from 'eslint';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { refusalRule } from './lint-rule.ts';
import type { RefusalId, SourceFault } from './table.ts';

const require = createRequire(import.meta.url);

/** Loads ESLint and its parser on demand: that takes half a second. */
function linting() {
  const { Linter }: typeof eslintModule = require('eslint');
  const parser: Linter.Parser = require('@typescript-eslint/parser');
  return { linter: new Linter(), parser };
}
let loaded: ReturnType<typeof linting> | undefined;

export const isScript = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file);

/** In a package's code, only rows with `inPackages` count. Throws if the text cannot be parsed. */
export function sourceFaults(
  text: string,
  { file, isPackage = false }: { file: string; isPackage?: boolean },
): SourceFault[] {
  loaded ??= linting();
  const { linter, parser } = loaded;
  const options = isPackage ? [{ packagesOnly: true }] : [];
  const config: Linter.Config = {
    files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
    languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    plugins: { 'device-console': { rules: { refused: refusalRule } } },
    rules: { 'device-console/refused': ['error', ...options] },
  };
  const messages = linter.verify(text, [config], { filename: `source${extname(file)}`, allowInlineConfig: false });
  const unread = messages.find(({ ruleId }) => ruleId === null);
  if (unread) throw new Error(`${file} cannot be read: ${unread.message} (line ${unread.line})`);
  return messages.map(({ messageId, line, column, message }) => ({
    id: messageId as RefusalId,
    line,
    column: column - 1,
    found: message.slice(0, message.indexOf(': Refused:')),
  }));
}
