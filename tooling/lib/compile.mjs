// Node 20 runs no TypeScript: writes the JavaScript of each source of these tools beside it. Types become blanks, and
// imports name .js, so that lines and columns stay the same. Compiles what has changed, and removes what has no source.
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolingDir } from './paths.mjs';

/** @type {(source: string) => string} */
const compiledName = (source) => source.replace(/ts$/, 'js');

/** @param {string} file */
const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const files = readdirSync(toolingDir, { recursive: true, encoding: 'utf8' })
  .filter((file) => !/^node_modules|\.d\.ts$/.test(file))
  .map((file) => join(toolingDir, file));
const sources = files.filter((file) => file.endsWith('.ts'));
const compiled = new Set(sources.map(compiledName));
for (const file of files) if (file.endsWith('.js') && !compiled.has(file)) rmSync(file, { force: true });

const changed = sources.filter((source) => changedAt(source) > changedAt(compiledName(source)));
if (changed.length > 0) {
  const { default: ts } = await import('typescript');
  const { blankSourceFile } = await import('ts-blank-space');
  for (const source of changed) {
    const text = readFileSync(source, 'utf8');
    const file = ts.createSourceFile(source, text, ts.ScriptTarget.ESNext, true);
    let code = blankSourceFile(file, (node) => {
      throw new SyntaxError(`${source} has TypeScript that is more than types: ${node.getText()}`);
    });
    for (const { fileName, end } of ts.preProcessFile(text).importedFiles)
      // Imports of types alone are blank by now. `end` does not count the quote before the name.
      if (/^\..*\.ts$/.test(fileName) && code.slice(end - 1, end + 1) === 'ts')
        code = `${code.slice(0, end - 1)}js${code.slice(end + 1)}`;
    // Other commands may run at the same time: they read the old file or the new one, never half of it.
    const temporary = `${compiledName(source)}.${process.pid}.tmp`;
    writeFileSync(temporary, code);
    renameSync(temporary, compiledName(source));
  }
}
