// Bills of materials in CycloneDX, taken from npm's bill of the whole workspace. npm's bill of one package leaves out
// what it shares with a tool, such as react.
import { join } from 'node:path';
import { readManifest, rootDir } from './paths.mjs';
import { runNpm } from './run-node.ts';

/** The fields that are read here. npm writes more. */
type Component = { 'bom-ref': string; type: string; name: string; purl: string; hashes?: object[] };
type Bill = {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/** The bill of the lock file: of all packages, including those of tests. */
export function wholeBill(): Bill {
  const bill = JSON.parse(runNpm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']));
  return { ...bill, serialNumber: undefined };
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
