// webpack plugin for a remote's build. Everything that the table refuses becomes a build error, which names the files,
// what is wrong, and what to do instead.
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

const expectedFile =
  /\.(js|css)(\.map)?$|\.LICENSE\.txt$|^(remote|mf-manifest|mf-stats|language-[\w-]+\.\w{12})\.json$|\.hot-update\./;

/** `settings` come from the remote's package.json. `shared` are the requests that the host provides. */
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
   * Reports an error of webpack or its loaders as a refusal, if the table covers it. Returns whether it does.
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
