// Describes files for a declaration.
import { createHash } from 'node:crypto';
import type { Asset } from '@device-console/shared-lib/remote/host';

export const integrityOf = (content: string | Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

export const assetOf = (file: string, content: string | Buffer): Asset => ({
  file,
  kind: file.endsWith('.css') ? 'style' : 'script',
  integrity: integrityOf(content),
});
