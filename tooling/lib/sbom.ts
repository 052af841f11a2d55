// Bills of materials in CycloneDX, taken from npm's bill of the whole workspace. npm's bill of one package leaves out
// what it shares with a tool, such as react.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readManifest, rootDir } from './paths.mjs';

/** The fields that are read here. npm writes more. */
type Component = { 'bom-ref': string; type: string; name: string; purl: string; hashes?: object[] };
type Bill = {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/** The bill of the lock file: of all packages, including those of tests. */
export function wholeBill(): Bill {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: rootDir,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm could not write the bill of materials:\n${stderr}`);
  return { ...JSON.parse(stdout), serialNumber: undefined };
}

const ours = '@device-console/';
const nameOf = (ref: string): string => ref.slice(0, ref.lastIndexOf('@'));

/** The bill of the package in a folder of the workspace, without what only its tests and its build use. */
export function billOf(deployable: string, whole: Bill): Bill {
  const needsOf = (ref: string): string[] => {
    const needs = whole.dependencies.find((item) => item.ref === ref)?.dependsOn ?? [];
    if (!ref.startsWith(ours)) return needs;
    const { devDependencies } = readManifest(join(rootDir, nameOf(ref).slice(ours.length)));
    return needs.filter((need) => !(nameOf(need) in devDependencies));
  };
  const own = whole.components.find(({ name, purl }) => name === deployable && purl.includes('/%40device-console/'));
  if (!own) throw new Error(`The lock file has no package ${deployable}.`);
  const needed = new Map([[own['bom-ref'], needsOf(own['bom-ref'])]]);
  // The loop adds what a package needs to the map, and visits it later.
  for (const [, needs] of needed) for (const ref of needs) if (!needed.has(ref)) needed.set(ref, needsOf(ref));
  return {
    ...whole,
    metadata: { ...whole.metadata, component: { ...own, type: 'application' } },
    components: whole.components.filter((component) => component !== own && needed.has(component['bom-ref'])),
    dependencies: [...needed].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  };
}
