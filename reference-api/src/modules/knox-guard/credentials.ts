import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { ofFile, readSecrets } from '../../core/configuration/private-file.ts';

/** What Knox Guard knows this deployment by. `publicKey` and `privateKey` are base64 of SPKI and PKCS #8. */
export interface KnoxCredentials {
  readonly clientIdentifier: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

const text = v.pipe(v.string(), v.minLength(1));
const base64 = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]+={0,2}$/));

const credentialsFile = v.strictObject({ clientIdentifier: text, keys: text });
/** As the Knox API portal writes it. */
const keysFile = v.object({ Public: base64, Private: base64 });

/** The name of the file of keys is relative to the folder of the file that names it. Throws ConfigurationError. */
export function readKnoxCredentials(path: string): KnoxCredentials {
  const help = 'must hold {"clientIdentifier": "…", "keys": "keys.json"}.';
  const { clientIdentifier, keys } = readSecrets(path, credentialsFile, () => help);
  const { Public: publicKey, Private: privateKey } = ofFile(path, resolve(dirname(path), keys), (file) =>
    readSecrets(file, keysFile, () => 'must hold "Public" and "Private", as the Knox API portal writes them.'),
  );
  return { clientIdentifier, publicKey, privateKey };
}
