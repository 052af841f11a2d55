// Tells of each remote in a store what is live, and whether signature, files and contract are as they should be.
import { fileProblems } from './build-files.mjs';
import { contractProblems } from './deployed-console.mjs';
import { signatureState } from './keys.mjs';
import { readRegistryOf } from './registry.mjs';
import { readDeclaration } from './rules.mjs';
import { urlStore } from './url-store.mjs';

const signatureWords = { valid: '', unsigned: 'NOT SIGNED', 'unknown-key': 'UNKNOWN KEY', altered: 'ALTERED' };
const signatureProblems = {
  unsigned: 'its entry is not signed. Publish it again.',
  'unknown-key': 'its entry is signed by a key that config.json does not list for it.',
  altered: 'its entry was altered after it was signed. Publish it again, and find out who can write the registry.',
};

/**
 * `{ rows, problems }` of every remote in the registry; without `deployed` neither signature nor contract is checked. What another store
 * serves is looked at under its address, if `knowsAddress` of this one.
 */
export async function statusOf(target, deployed, knowsAddress = true) {
  const { document } = await readRegistryOf(target.store);
  const rows = [];
  const problems = [];
  for (const entry of document.remotes) {
    const id = entry?.id ?? '(unnamed)';
    try {
      const { row, found } = await statusOfEntry(entry, target, deployed, knowsAddress);
      rows.push(row);
      problems.push(...found.map((text) => `${id}: ${text}`));
    } catch (error) {
      rows.push({ remote: id, version: 'cannot be read', sequence: '', since: '', canary: '', 'signed by': '', contract: '', files: '' });
      problems.push(`${id}: ${error.message}`);
    }
  }
  return { rows, problems };
}

async function statusOfEntry(entry, target, deployed, knowsAddress) {
  const releases = [entry, entry.canary].filter(Boolean);
  const declarations = releases.map((release) => readDeclaration(release.declaration, `its declaration at sequence ${entry.sequence}`));
  const signature = deployed ? signatureState(entry, deployed.registryKeys) : null;
  const contract = deployed ? declarations.flatMap((declaration) => contractProblems(declaration, deployed)) : [];
  const files = (await Promise.all(releases.map((release, index) => storedFileProblems(release, declarations[index], entry.id, target, knowsAddress)))).flat();
  const found = [...(signatureProblems[signature] ? [signatureProblems[signature]] : []), ...contract, ...files.map((text) => `${text}.`)];
  const row = {
    remote: entry.id, version: entry.declaration.version, sequence: entry.sequence, since: entry.publishedAt, canary: describeCanary(entry.canary),
    'signed by': [entry.keyId ?? '', signatureWords[signature] ?? '(not checked)'].filter(Boolean).join(' '),
    contract: !deployed ? '(not checked)' : contract.length === 0 ? 'fits' : 'DOES NOT FIT', files: files.length === 0 ? 'whole' : 'NOT WHOLE',
  };
  return { row, found };
}

function storedFileProblems({ baseUrl }, declaration, id, target, knowsAddress) {
  if (knowsAddress && !baseUrl.startsWith(target.baseOf(id))) return fileProblems(declaration, urlStore(baseUrl).readBytes);
  const folder = new URL(baseUrl).pathname.split('/').at(-2);
  return fileProblems(declaration, (name) => target.store.readBytes(`${target.folderOf(id)}/${folder}/${name}`));
}

function describeCanary(canary) {
  if (!canary) return '-';
  const parts = [canary.share ? `${Math.round(canary.share * 1000) / 10} %` : '', (canary.roles ?? []).join('+')].filter(Boolean);
  return `${canary.declaration.version} (${parts.join(', ')})`;
}
