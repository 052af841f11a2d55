// The public types of shared-lib's subpaths, on which existing builds of remotes rely. A release reports how they
// differ from those of the previous release.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { nativeCompiler, readJson, rootDir } from './paths.mjs';
import { sharedLibDir } from './workspace.mjs';

const libDir = join(rootDir, 'shared-lib');

type Entry = { readonly name: string; readonly file: string };

/** The texts, without comments, of a declaration and of all that it reaches; sorted. */
type Reached = readonly string[];

/** What each export of a subpath reaches. Of a constant object, also what each member reaches. */
export type Surface = ReadonlyMap<string, { reached: Reached; members: ReadonlyMap<string, Reached> }>;

/** The surface of each subpath. */
export type Types = ReadonlyMap<string, Surface>;

/** Leaves out `./testing`, which no deployed remote uses. */
function subpaths(folder = libDir): Entry[] {
  const { exports } = readJson(join(folder, 'package.json')) as { exports: Record<string, string> };
  return Object.entries(exports)
    .filter(([name, file]) => file.endsWith('.ts') && name !== './testing')
    .map(([name, file]) => ({ name: name.slice(2), file: join(folder, file) }));
}

/**
 * Every subpath's types now: its exports and all types that they reach, whichever subpath those belong to. `sourceDir`
 * holds the sources.
 */
export function publicTypes(entries: readonly Entry[] = subpaths(), sourceDir: string = join(libDir, 'src')): Types {
  return inWorkFolder((folder) => {
    const outDir = join(folder, 'types');
    const files = [...entries.map(({ file }) => file), join(libDir, 'src', 'css.d.ts')];
    compileSources(files, sourceDir, outDir, false);
    const declared = entries.map(({ name, file }) => ({
      name,
      file: join(outDir, relative(sourceDir, file).replace(/\.ts$/, '.d.ts')),
    }));
    const { options } = ts.parseJsonConfigFileContent({ extends: join(libDir, 'tsconfig.json') }, ts.sys, folder);
    const program = ts.createProgram({ rootNames: declared.map(({ file }) => file), options });
    const checker = program.getTypeChecker();
    return new Map(
      declared.map(({ name, file }) => {
        const source = program.getSourceFile(file);
        const module = source && checker.getSymbolAtLocation(source);
        if (!module) throw new Error(`shared-lib/${name} exports nothing.`);
        return [name, surfaceOf(checker.getExportsOfModule(module), checker, outDir)];
      }),
    );
  });
}

/** Whichever file of `outDir` declares what `exported` reaches. */
function surfaceOf(exported: readonly ts.Symbol[], checker: ts.TypeChecker, outDir: string): Surface {
  const declarationsOf = (symbol: ts.Symbol): ts.Declaration[] =>
    (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol).declarations ?? [];
  const statementsOf = (symbol: ts.Symbol): ts.Node[] =>
    declarationsOf(symbol)
      .filter((one) => one.getSourceFile().fileName.startsWith(outDir))
      .map(statementOf)
      .filter(({ parent }) => ts.isSourceFile(parent));
  const usedBy = (node: ts.Node): ts.Node[] =>
    nodesIn(node).flatMap((inner) => {
      const symbol = ts.isIdentifier(inner) && checker.getSymbolAtLocation(inner);
      return symbol ? statementsOf(symbol) : [];
    });
  const used: Map<ts.Node, ts.Node[]> = new Map();
  const reachedFrom = (nodes: readonly ts.Node[] = []): Reached => {
    const found = new Set(nodes);
    // The loop adds what it reaches to the set, and visits it later.
    for (const node of found) {
      const next = used.get(node) ?? usedBy(node);
      used.set(node, next);
      for (const one of next) found.add(one);
    }
    return [...found].map(textOf).sort();
  };
  return new Map(
    exported.map((symbol) => {
      const members = membersOf(declarationsOf(symbol), checker).map(
        ({ name, declarations }) => [name, reachedFrom(declarations)] as const,
      );
      return [symbol.name, { reached: reachedFrom(statementsOf(symbol)), members: new Map(members) }];
    }),
  );
}

/** The members of a constant object, or of an intersection such as `typeof deviceCalls & typeof reportCalls`. */
function membersOf([declaration]: readonly ts.Declaration[], checker: ts.TypeChecker): ts.Symbol[] {
  const type = declaration && ts.isVariableDeclaration(declaration) ? declaration.type : undefined;
  const isJoined = type && ts.isIntersectionTypeNode(type) && type.types.every(ts.isTypeQueryNode);
  return type && (isJoined || ts.isTypeLiteralNode(type)) ? checker.getTypeFromTypeNode(type).getProperties() : [];
}

const statementOf = (declaration: ts.Node): ts.Node =>
  ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;

const printer = ts.createPrinter({ removeComments: true });

const textOf = (node: ts.Node): string =>
  printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/^(export )?(default )?(declare )?/, '');

function nodesIn(node: ts.Node): ts.Node[] {
  const inner: ts.Node[] = [];
  ts.forEachChild(node, (child) => void inner.push(...nodesIn(child)));
  return [node, ...inner];
}

export function publicTypesAt(tag: string, repository: string = rootDir): Types {
  return inWorkFolder((folder) => {
    const archive = execFileSync('git', ['archive', tag, 'shared-lib/package.json', 'shared-lib/src'], {
      cwd: repository,
      maxBuffer: 100_000_000,
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    const lib = join(folder, 'shared-lib');
    return publicTypes(subpaths(lib), join(lib, 'src'));
  });
}

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 100_000_000 });

/** The tag of the last release, as lerna sets it; null before the first. */
export const lastRelease = (repository: string = rootDir): string | null =>
  git(repository, 'tag', '--list', 'v[0-9]*', '--sort=-version:refname').split('\n')[0] || null;

export const saysBreaking = (tag: string, repository: string = rootDir): boolean =>
  /^(BREAKING CHANGE: |\w+(\([^)]*\))?!: )/m.test(
    git(repository, 'log', '--format=%B', `${tag}..HEAD`, '--', 'shared-lib'),
  );

/**
 * The differences from the previous release's types, as `git diff` shows them, and the names that a subpath no longer
 * exports.
 */
export function typeChanges(types: Types, released: Types) {
  const gone = [...released].flatMap(([subpath, before]) =>
    [...before.keys()]
      .filter((name) => !types.get(subpath)?.has(name))
      .map((name) => `${name} of shared-lib/${subpath}`),
  );
  return inWorkFolder((folder) => {
    for (const [side, surfaces] of Object.entries({ released, now: types }))
      for (const [subpath, surface] of surfaces) {
        const file = join(folder, side, `${subpath}.ts`);
        mkdirSync(dirname(file), { recursive: true });
        const texts = [...surface].flatMap(([name, { reached }]) => [`export ${name}`, ...reached]);
        writeFileSync(file, [...new Set(texts)].sort().join('\n\n'));
      }
    const asked = ['diff', '--no-index', '--no-color', '--unified=0', 'released', 'now'];
    const { stdout, stderr } = spawnSync('git', asked, { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 });
    if (stderr) throw new Error(`The types cannot be compared: ${stderr}`);
    return { gone, text: stdout.trim() };
  });
}

/** Calls `work` with a temporary folder from which shared-lib's packages resolve. */
function inWorkFolder<Result>(work: (folder: string) => Result) {
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
export function compileSources(files: readonly string[], rootDir: string, outDir: string, hasCode: boolean) {
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
    const { status, stdout } = spawnSync(process.execPath, [nativeCompiler(), '-p', config], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`shared-lib could not be compiled: ${stdout}`);
  });
}
