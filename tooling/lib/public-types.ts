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

/** Code without comments, and the names of the declarations that it refers to. */
type Part = { text: string; names: Set<string> };

/** A declaration; for a constant object, also its members. */
type Declaration = Part & { isExported: boolean; members: Map<string, Part> };

/** The exports of a subpath, and all declarations that they reach, by name. */
export type Surface = Map<string, Declaration>;

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

/**
 * The declarations of `exported`, and of everything in `outDir` that they reach. If two have the same name, one gets a
 * number.
 */
function surfaceOf(exported: readonly ts.Symbol[], checker: ts.TypeChecker, outDir: string): Surface {
  const nameOf: Map<ts.Symbol, string> = new Map();
  const taken = new Set(exported.map(({ name }) => name));
  const original = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declarationsOf = (symbol: ts.Symbol): ts.Declaration[] =>
    (symbol.declarations ?? []).filter(
      (one) => one.getSourceFile().fileName.startsWith(outDir) && ts.isSourceFile(statementOf(one).parent),
    );
  const nameFor = (symbol: ts.Symbol): string => {
    let name = nameOf.get(symbol);
    if (name !== undefined) return name;
    ({ name } = symbol);
    for (let count = 2; taken.has(name); count += 1) name = `${symbol.name}_${count}`;
    taken.add(name);
    nameOf.set(symbol, name);
    return name;
  };
  const partOf = (node: ts.Node): Part => {
    const symbols = nodesIn(node).flatMap(
      (inner) => (ts.isIdentifier(inner) && checker.getSymbolAtLocation(inner)) || [],
    );
    const ours = symbols.map(original).filter((symbol) => declarationsOf(symbol).length > 0);
    return { text: textOf(node), names: new Set(ours.map(nameFor)) };
  };
  const surface: Surface = new Map();
  for (const one of exported) {
    const symbol = original(one);
    if (declarationsOf(symbol).length > 0 && !nameOf.has(symbol)) nameOf.set(symbol, one.name);
    // For exports from another package or under another name; all others are replaced below.
    const name = nameOf.get(symbol) ?? symbol.name;
    surface.set(one.name, { text: `{ ${name} }`, names: new Set([name]), isExported: true, members: new Map() });
  }
  // The loop adds what it reaches to the map, and visits it later.
  for (const [symbol, name] of nameOf) {
    const declarations = declarationsOf(symbol);
    const members = membersOf(declarations, checker).map(
      (member) => [member.name, together((member.declarations ?? []).map(partOf))] as const,
    );
    surface.set(name, {
      ...together(declarations.map((one) => partOf(statementOf(one)))),
      members: new Map(members),
      isExported: surface.has(name),
    });
  }
  return surface;
}

/** Joins several declarations of one name, such as a function's overloads. */
const together = (parts: readonly Part[]): Part => ({
  text: parts.map(({ text }) => text).join('\n'),
  names: new Set(parts.flatMap(({ names }) => [...names])),
});

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

/** The tag of the last release, as lerna sets it; null before the first. */
export function lastRelease(repository: string = rootDir): string | null {
  const tags = execFileSync('git', ['tag', '--list', 'v[0-9]*', '--sort=-version:refname'], {
    cwd: repository,
    encoding: 'utf8',
  });
  return tags.split('\n')[0] || null;
}

export function saysBreaking(tag: string, repository: string = rootDir): boolean {
  const log = execFileSync('git', ['log', '--format=%B', `${tag}..HEAD`, '--', 'shared-lib'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  return /^(BREAKING CHANGE: |\w+(\([^)]*\))?!: )/m.test(log);
}

/**
 * The differences from the previous release's types, as `git diff` shows them, and the names that a subpath no longer
 * exports.
 */
export function typeChanges(types: Types, released: Types) {
  const gone = [...released].flatMap(([subpath, before]) =>
    [...before].flatMap(([name, { isExported }]) =>
      isExported && !types.get(subpath)?.get(name)?.isExported ? [`${name} of shared-lib/${subpath}`] : [],
    ),
  );
  return inWorkFolder((folder) => {
    for (const [side, surfaces] of Object.entries({ released, now: types }))
      for (const [subpath, surface] of surfaces) {
        const file = join(folder, side, `${subpath}.ts`);
        mkdirSync(dirname(file), { recursive: true });
        const lines = [...surface].map(([, { text, isExported }]) => `${isExported ? 'export ' : ''}${text}\n`);
        writeFileSync(file, lines.sort().join('\n'));
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
