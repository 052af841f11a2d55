#!/usr/bin/env node
// `npx device-console <command>`: every tool, in the repository and where the tools are installed as a package.
import { commands } from './lib/commands.mjs';
import { messageOf } from './lib/errors.mjs';
import { installIfMissing } from './lib/install.mjs';
import { isInstalled } from './lib/paths.mjs';

const known = Object.entries(commands).flatMap(([script, { outside, what }]) =>
  outside || !isInstalled ? [{ script, name: outside ?? script, what }] : [],
);
const [name, ...rest] = process.argv.slice(2);
const command = known.find((candidate) => candidate.name === name);
if (command) {
  process.argv = [...process.argv.slice(0, 2), ...rest];
  if (!rest.includes('--help') && !rest.includes('-h')) install(command.script);
  await import(`./${command.script}.mjs`);
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

/**
 * After `npm start` alone the packages that check and build remotes are missing.
 * @param {string} script
 */
function install(script) {
  if (script === 'start') return;
  try {
    installIfMissing({ isWhole: true });
  } catch (error) {
    console.error(messageOf(error));
    process.exit(1);
  }
}
