// webpack plugin of a remote's build: what the table refuses is an error of the build that names the files, what, and
// what to do instead.
/** @import { AnyCompiler, BundleModule } from '../bundler.mjs' */
/** @import { Looked } from './module-faults.mjs' */
/** @import { Refuse } from './table.mjs' */
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { commonOf } from '../bundler.mjs';
import { messageOf } from '../errors.mjs';
import { moduleFaults, placeIn } from './module-faults.mjs';
import { isScript } from './scan-source.mjs';
import { sharedNames } from './shared-names.mjs';
import { impureSelector } from './style-faults.mjs';
import { gathering } from './texts.mjs';

const NAME = 'RefusalsPlugin';

/** What a build may consist of, beside its own descriptions. */
const expectedFile =
  /\.(js|css)(\.map)?$|\.LICENSE\.txt$|^(remote|mf-manifest|mf-stats|language-[\w-]+\.\w{12})\.json$|\.hot-update\./;

/** See above. `settings` are those of the remote's package.json, `shared` the requests that the host provides. */
export class RefusalsPlugin {
  /** @param {Omit<Looked, 'names'>} options */
  constructor({ packageDir, settings, shared }) {
    /** @type {Looked} */
    this.looked = { packageDir: realpathSync(packageDir), settings, shared, names: new Map() };
  }

  /** @param {AnyCompiler} compiler */
  apply(compiler) {
    const { hooks, webpack } = commonOf(compiler);
    const { WebpackError, Compilation } = webpack;
    const ofSharedLib = this.looked.shared.filter((request) => request.startsWith('@device-console/shared-lib/'));
    hooks.beforeCompile.tapPromise(NAME, async () => {
      if (this.looked.names.size === 0) this.looked.names = await sharedNames(ofSharedLib);
    });
    hooks.thisCompilation.tap(NAME, (compilation) => {
      /** @type {(find: (refuse: Refuse) => void) => void} */
      const tellAll = (find) => {
        const { refuse, described } = gathering();
        try {
          find(refuse);
        } catch (error) {
          // A file may be saved again while it is looked at. Thrown from here, that would end a dev server.
          compilation.errors.push(new WebpackError(messageOf(error)));
        }
        for (const text of described()) compilation.errors.push(new WebpackError(text));
      };
      // Once it is known which modules come into files, and before they are joined.
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
          for (const { name, info } of others)
            refuse(
              'other-files',
              placeIn(this.looked.packageDir, info.sourceFilename ?? name),
              `it would be published as ${name}`,
            );
        }),
      );
    });
  }

  /**
   * Takes over what webpack and its loaders found of the table themselves.
   * @type {(fault: { name?: string, message: string, module?: BundleModule | null }, refuse: Refuse) => boolean}
   */
  isInOurWords({ message, module, name }, refuse) {
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
