// Describes files for a declaration.
/** @import { Asset } from '@device-console/shared-lib/remote/host' */
import { createHash } from 'node:crypto';

/** @type {(content: string | Buffer) => string} */
export const integrityOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** @type {(file: string, content: string | Buffer) => Asset} */
export const assetOf = (file, content) => ({
  file,
  kind: file.endsWith('.css') ? 'style' : 'script',
  integrity: integrityOf(content),
});
