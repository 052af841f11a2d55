#!/usr/bin/env node
// `npx device-console <command>`: the tools for remotes, where they are installed as a package.
import { commands } from './lib/commands.mjs';

const [name, ...rest] = process.argv.slice(2);
if (Object.hasOwn(commands, name ?? '')) {
  process.argv = [...process.argv.slice(0, 2), ...rest];
  await import(`./${commands[name].script}.mjs`);
} else {
  const longest = Math.max(...Object.keys(commands).map((known) => known.length));
  const list = Object.entries(commands).map(([known, { what }]) => `  ${known.padEnd(longest)}  ${what}`);
  console.error([name === undefined ? 'Name a command:' : `There is no command "${name}"; there are:`, ...list].join('\n'));
  process.exitCode = 2;
}
