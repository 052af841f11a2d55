// Builds the host of the repository that this file is in, without making it small.
import { join } from 'node:path';
import { buildPackage } from '../../tooling/development/build-package.mjs';

const { isBuilt, said } = await buildPackage(join(import.meta.dirname, '..', '..', 'shell'), { isPlain: true });
if (!isBuilt) throw new Error(said);
