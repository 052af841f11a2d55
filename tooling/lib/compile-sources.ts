// Compiles sources of shared-lib for its importers, with the compiler that the gate uses.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativeCompiler } from './paths.mjs';
import { sharedLibDir } from './workspace.mjs';

/** Calls `work` with a temporary folder from which shared-lib's packages resolve. */
export function inWorkFolder<Result>(work: (folder: string) => Result) {
  const cache = join(sharedLibDir, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'types-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Writes the declarations of `files` and their imports, with `hasCode` also their code, from `rootDir` to `outDir`.
 * Checks no types: the types stage of the gate does.
 */
export function compileSources({
  files,
  rootDir,
  outDir,
  hasCode,
}: {
  files: readonly string[];
  rootDir: string;
  outDir: string;
  hasCode: boolean;
}) {
  const compilerOptions = {
    rootDir,
    outDir,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: !hasCode,
    rewriteRelativeImportExtensions: true,
    noCheck: true,
  };
  inWorkFolder((folder) => {
    const config = join(folder, 'tsconfig.json');
    const extended = join(sharedLibDir, 'tsconfig.json');
    writeFileSync(config, JSON.stringify({ extends: extended, compilerOptions, files, include: [] }));
    const { status, stdout } = spawnSync(process.execPath, [nativeCompiler, '-p', config], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`shared-lib could not be compiled: ${stdout}`);
  });
}
