#!/usr/bin/env node
// `npx device-console <command>`: runs every tool, in the repository and where the tools are installed as a package.
// For help and unknown commands, it needs nothing but Node.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { helpOf } from './lib/command-line.mjs';
import { commands } from './lib/commands.mjs';
import { messageOf } from './lib/errors.mjs';
import { installIfMissing } from './lib/install.mjs';
import { isInstalled, isRelease, toolingDir } from './lib/paths.mjs';

/** A release has those commands alone that need no sources. */
const scripts = /** @type {(keyof typeof commands)[]} */ (Object.keys(commands)).filter(
  (script) => !isRelease || existsSync(join(toolingDir, `${script}.js`)),
);
const known = scripts.flatMap((script) => {
  const { outside, what, isLight = false } = commands[script];
  return outside || !isInstalled ? [{ script, name: outside ?? script, what, isLight }] : [];
});
const [name, ...rest] = process.argv.slice(2);
const command = known.find((candidate) => candidate.name === name);
if (command && (rest.includes('--help') || rest.includes('-h'))) console.log(helpOf(command.script));
else if (command) {
  try {
    installIfMissing({ isWhole: !command.isLight });
    if (!isInstalled && !isRelease) await import('./lib/compile.mjs');
  } catch (error) {
    console.error(messageOf(error));
    process.exit(1);
  }
  process.argv = [...process.argv.slice(0, 2), ...rest];
  await import(`./${command.script}.js`);
} else {
  const isHelp = name === '--help' || name === '-h';
  const longest = Math.max(...known.map((candidate) => candidate.name.length));
  const list = known.map(({ name: word, what }) => `  ${word.padEnd(longest)}  ${what}`);
  const words = [
    name === undefined || isHelp
      ? 'Name a command; each says more with --help:'
      : `There is no command "${name}"; there are:`,
    ...list,
  ].join('\n');
  if (isHelp) console.log(words);
  else console.error(words);
  process.exitCode = isHelp ? 0 : 2;
}
