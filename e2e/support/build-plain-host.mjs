// Builds the host of this file's repository, without minimising.
import { join } from 'node:path';
import { buildPackage } from '../../tooling/development/build-package.js';

const { isBuilt, said } = await buildPackage(join(import.meta.dirname, '..', '..', 'shell'), { isPlain: true });
if (!isBuilt) throw new Error(said);
