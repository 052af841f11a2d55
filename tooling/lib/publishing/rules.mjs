// The rules that the console itself applies to registry, declaration and contract: bundled from shared-lib, so that there is no second text of them.
import { build } from 'esbuild';
import { sharedLibDir } from '../workspace.mjs';

const source = `
export { checkContract, describeMismatch, remoteDeclaration, signedText } from '@device-console/shared-lib/remote';
export { API_VERSION, roles } from '@device-console/shared-lib/contract';
export { getDotPath, safeParse } from 'valibot';
`;

const bundled = await build({
  stdin: { contents: source, resolveDir: sharedLibDir, loader: 'ts' },
  bundle: true, write: false, format: 'esm', platform: 'node', logLevel: 'silent',
});

const rules = await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString('base64')}`);

export const { signedText, checkContract, describeMismatch, API_VERSION, roles } = rules;

/** Reads a remote.json; throws an Error that names `what` and the first field that does not fit. */
export function readDeclaration(document, what) {
  const parsed = rules.safeParse(rules.remoteDeclaration, document);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`${what} is not a declaration of a remote: ${rules.getDotPath(issue) ?? 'the document'}: ${issue.message}. Build the remote again.`);
}
