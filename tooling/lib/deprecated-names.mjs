// What of shared-lib remotes use although it is deprecated: the types say so.
import { relative } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

/**
 * The places in the sources of remote `id`, one in a line: file, line, name, and what its types say to do.
 * @type {(folder: string, id: string) => Promise<string[]>}
 */
export async function deprecatedNames(folder, id) {
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    allowInlineConfig: false,
    baseConfig: {
      files: ['**/*.{ts,tsx}'],
      languageOptions: {
        parser: /** @type {import('eslint').Linter.Parser} */ (tseslint.parser),
        parserOptions: { projectService: true, tsconfigRootDir: folder },
      },
      plugins: { types: /** @type {import('eslint').ESLint.Plugin} */ (tseslint.plugin) },
      rules: { 'types/no-deprecated': 'error' },
    },
  });
  const results = await eslint.lintFiles([`${id}/src/**/*.{ts,tsx}`]);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, message }) => `${relative(folder, filePath)}:${line}: ${message}`),
  );
}
