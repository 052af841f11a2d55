import { generateIdentity, identityToRecipient } from 'age-encryption';
import { readFile, writeFile } from 'node:fs/promises';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';

/** Recipients encrypt a backup; identities decrypt it. */
export interface BackupKeys {
  /** Public: anybody who has one can make a backup, but nobody can read a backup with it. */
  readonly recipients: readonly string[];
  readonly identities: readonly string[];
}

const RECIPIENT = 'age1';
const IDENTITY = /^AGE-SECRET-KEY-/i;

/** Reads a file of age keys, one per line: recipients or identities. An identity also counts as a recipient. */
export async function readBackupKeys(file: string): Promise<BackupKeys> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new ConfigurationError(`The key file ${file} cannot be read.`, { cause });
  }
  const lines = text.split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => IDENTITY.test(line));
  const recipients = lines.filter((line) => line.startsWith(RECIPIENT));
  const isOther = (line: string) => line !== '' && !line.startsWith('#') && !IDENTITY.test(line);
  if (lines.some((line) => isOther(line) && !line.startsWith(RECIPIENT)) || identities.length + recipients.length === 0)
    throw new ConfigurationError(
      `${file} is no key file. It holds lines that begin with age1 (they encrypt) or AGE-SECRET-KEY- (they open).`,
    );
  return { recipients: [...recipients, ...(await Promise.all(identities.map(identityToRecipient)))], identities };
}

/** Writes a new identity to a new file; returns its recipient. */
export async function writeBackupKey(file: string): Promise<string> {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  try {
    await writeFile(file, `# recipient: ${recipient}\n${identity}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (cause) {
    throw new ConfigurationError(`${file} cannot be made; a key is never written over another file.`, { cause });
  }
  return recipient;
}
