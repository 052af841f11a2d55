// webpack plugin for a remote's build. Everything that the table refuses becomes a build error, which names the files,
// what is wrong, and what to do instead.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type AnyCompiler, type BundleModule, commonOf } from '../bundler.ts';
import { messageOf } from '../errors.mjs';
import { type Looked, moduleFaults, placeIn } from './module-faults.ts';
import { isScript } from './lint-rule.ts';
import { impureSelector } from './style-faults.ts';
import { type Refuse, gathering } from './table.ts';
import { readManifest } from '../paths.mjs';
import { sharedLibDir } from '../workspace.mjs';

const NAME = 'RefusalsPlugin';

const expectedFile =
  /\.(js|css)(\.map)?$|\.LICENSE\.txt$|^(remote|mf-manifest|mf-stats|language-[\w-]+\.\w{12})\.json$|\.hot-update\./;

export class RefusalsPlugin {
  looked: Looked;

  constructor(looked: Looked) {
    this.looked = { ...looked, packageDir: realpathSync(looked.packageDir) };
  }

  apply(compiler: AnyCompiler) {
    const { hooks, webpack } = commonOf(compiler);
    const { WebpackError, Compilation } = webpack;
    hooks.thisCompilation.tap(NAME, (compilation) => {
      const tellAll = (find: (refuse: Refuse) => void): void => {
        const { refuse, described } = gathering();
        try {
          find(refuse);
        } catch (error) {
          // A file may change while it is read. An error thrown here would stop the dev server.
          compilation.errors.push(new WebpackError(messageOf(error)));
        }
        for (const text of described()) compilation.errors.push(new WebpackError(text));
      };
      // At this stage the modules of each chunk are known, but not yet concatenated.
      compilation.hooks.optimizeModules.tap(NAME, () =>
        tellAll((refuse) => {
          compilation.errors = compilation.errors.filter((error) => !this.isInOurWords(error, refuse));
          moduleFaults(compilation, this.looked, refuse);
          if (existsSync(join(this.looked.packageDir, 'public')))
            refuse('other-files', 'public', 'this folder is not published');
        }),
      );
      compilation.hooks.processAssets.tap({ name: NAME, stage: Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE }, () =>
        tellAll((refuse) => {
          const others = compilation.getAssets().filter(({ name }) => !expectedFile.test(name));
          for (const { name, info } of others) {
            const place = placeIn(this.looked.packageDir, info.sourceFilename ?? name);
            refuse('other-files', place, `it would be published as ${name}`);
          }
        }),
      );
    });
  }

  /** Reports an error of webpack or its loaders as a refusal, if the table covers it. Returns whether it does. */
  isInOurWords(
    { message, module, name }: { name?: string; message: string; module?: BundleModule | null },
    refuse: Refuse,
  ): boolean {
    const file = module?.resource?.split('?')[0];
    if (!file) return false;
    const place = placeIn(this.looked.packageDir, file);
    const selector = impureSelector(message);
    if (selector !== null) refuse('page-styles', place, selector);
    else if (/^export .* was not found in/.test(message)) refuse('names', place, message);
    else if (name === 'ModuleParseError' && !isScript(file))
      refuse(file.endsWith('.wasm') ? 'wasm' : 'other-files', place, 'no script, style or image');
    else return false;
    return true;
  }
}

const sharedLib = '@device-console/shared-lib';

/** The names that those of `shared` which are subpaths of shared-lib export, as sets by request. */
export async function sharedNames(shared: readonly string[]): Promise<Map<string, Set<string>>> {
  const { exports } = readManifest(sharedLibDir);
  const requests = shared.filter((request) => request.startsWith(`${sharedLib}/`));
  const fileOf = (request: string): string => join(sharedLibDir, exports[`.${request.slice(sharedLib.length)}`] ?? '');
  const bundled = await build({
    entryPoints: Object.fromEntries(requests.map((request, index) => [String(index), fileOf(request)])),
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'unwritten',
    format: 'esm',
    packages: 'external',
    loader: { '.css': 'empty' },
    logLevel: 'silent',
  });
  return new Map(
    requests.map((request, index) => [request, new Set(bundled.metafile.outputs[`unwritten/${index}.js`]?.exports)]),
  );
}
