// Builds the package in the current folder (host or remote) into its dist folder.
import { buildPackage } from './development/build-package.ts';
import { readCommand } from './lib/command-line.mjs';

readCommand('build');
const { isBuilt, said } = await buildPackage(process.cwd());
if (said) console.error(said);
if (!isBuilt) process.exit(1);
