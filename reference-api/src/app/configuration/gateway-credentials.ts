import { resolve, dirname } from 'node:path';
import * as v from 'valibot';
import { ofFile, readPrivateFile, readSecrets } from '../../core/configuration/private-file.ts';
import type { GatewayCredentials } from '../../core/gateway/http-gateway.ts';

const file = v.pipe(v.string(), v.minLength(1));

const CREDENTIALS_HELP =
  'must hold {"bearer": "…"}, without spaces in it, or {"certificate": "<file>", "key": "<file>"} with an ' +
  '"authority" where the provider has its own.';

const credentialsFile = v.union([
  v.strictObject({ bearer: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)) }),
  v.strictObject({ certificate: file, key: file, authority: v.optional(file) }),
]);

/** Reads the credentials of DEVICE_GATEWAY_CREDENTIALS_FILE; file names in it are relative to its folder. */
export function readCredentials(path: string): GatewayCredentials {
  const read = readSecrets(path, credentialsFile, () => CREDENTIALS_HELP);
  if ('bearer' in read) return { bearer: read.bearer };
  const text = (name: string) => ofFile(path, resolve(dirname(path), name), readPrivateFile);
  const { certificate, key, authority } = read;
  return { certificate: text(certificate), key: text(key), ...(authority ? { authority: text(authority) } : {}) };
}
