// Builds and lays out a console without starting it. Prints its layout and processes as JSON, for programs that start
// them one by one.
import { readCommand } from './lib/command-line.mjs';
import { prepareConsole } from './lib/console-processes.ts';

readCommand('prepare');

const { layout, processes } = await prepareConsole((process.env['DEMO'] ?? '1') === '1', console.error);
const { address, remotes, registryFile, configFile } = layout;
console.log(JSON.stringify({ address, remotes, registryFile, configFile, processes }));
