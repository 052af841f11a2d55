#!/usr/bin/env node
// `npx device-console <command>`: the tools for remotes, where they are installed as a package.
import { commands } from './lib/commands.mjs';

const known = Object.entries(commands).flatMap(([script, { outside, what }]) =>
  outside ? [{ script, outside, what }] : [],
);
const [name, ...rest] = process.argv.slice(2);
const command = known.find(({ outside }) => outside === name);
if (command) {
  process.argv = [...process.argv.slice(0, 2), ...rest];
  await import(`./${command.script}.mjs`);
} else {
  const isHelp = name === '--help' || name === '-h';
  const longest = Math.max(...known.map(({ outside }) => outside.length));
  const list = known.map(({ outside, what }) => `  ${outside.padEnd(longest)}  ${what}`);
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
