// Builds and lays out a console without starting it; prints its layout and processes as JSON, for those who start them singly.
import { prepareConsole } from './lib/console-processes.mjs';

const { layout, processes } = await prepareConsole({ demo: (process.env.DEMO ?? '1') === '1', log: console.error });
const { port, bind, remotes, registryFile, configFile } = layout;
console.log(JSON.stringify({ address: `http://${bind}:${port}`, remotes, registryFile, configFile, processes }));
