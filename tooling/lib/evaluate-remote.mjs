// Evaluates a remote's src/remote.ts, which declares data, in Node.
/** @import { Remote } from '@device-console/shared-lib/remote' */
import { join } from 'node:path';
import { Script } from 'node:vm';
import { build } from 'esbuild';
import { codeOf } from './errors.mjs';
import { onlyOutput } from './only-output.mjs';

/** Evaluating data takes milliseconds; code that runs longer than this never ends. */
const EVALUATION_LIMIT_MS = 10_000;

/**
 * Evaluates src/remote.ts without loading any part. Throws if that takes longer than `limit` milliseconds.
 * @type {(packageDir: string, limit?: number) => Promise<Remote>}
 */
export async function evaluateRemote(packageDir, limit = EVALUATION_LIMIT_MS) {
  const file = join(packageDir, 'src', 'remote.ts');
  const bundled = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'declared',
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'parts-stay-outside',
        setup: (hooks) =>
          hooks.onResolve({ filter: /.*/ }, (request) =>
            request.kind === 'dynamic-import' ? { path: request.path, external: true } : undefined,
          ),
      },
    ],
  });
  const remote = evaluated(Buffer.from(onlyOutput(bundled)).toString(), { file, limit });
  if (!remote) throw new Error(`${packageDir}: src/remote.ts must export "remote", made by defineRemote().`);
  return remote;
}

/** @type {(code: string, options: { file: string, limit: number }) => Remote | undefined} */
function evaluated(code, { file, limit }) {
  try {
    const script = new Script(`(() => {${code}\nreturn declared; })()`, { filename: file });
    return script.runInThisContext({ timeout: limit }).remote;
  } catch (error) {
    if (codeOf(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error(`${file} did not end within ${limit / 1000} s. It is data: it must not wait or loop.`, {
      cause: error,
    });
  }
}
