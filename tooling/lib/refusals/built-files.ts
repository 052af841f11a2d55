// Checks a finished build, which another toolchain may have made, against the table of refusals. Its source maps tell
// the remote's own code from that of packages.
import { type EncodedSourceMap, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { sourceFaults } from './lint-rule.ts';
import { styleFaults } from './style-faults.ts';
import { describeRefusal, gathering, type RefusalId, refusalOf, type SourceFault } from './table.ts';
import type { Build } from '../publishing/build-files.ts';

/** Who owns the code at a position in a script; `unknown` without a source map. */
type Owner = 'own' | 'package' | 'bundler' | 'unknown';

/** The name by which the entry of every build asks the host for hashes (integrity-runtime.ts). */
const lookup = 'deviceConsoleIntegrity';

export function refuseUncheckedFiles({ declaration, files }: Pick<Build, 'declaration' | 'files'>): void {
  const { file } = declaration.entry;
  const entry = files.get(file);
  if (entry?.includes(lookup)) return;
  throw new Error(describeRefusal('unchecked-files', [`${file}: it does not ask for the hashes of what it loads`]));
}

/**
 * Descriptions of what is refused, and of what may be a package's code (`doubtful`). Packages may contain what is in
 * `accepted`.
 */
export function builtFaults({ files, maps }: Pick<Build, 'files' | 'maps'>, accepted: readonly RefusalId[]) {
  const { refuse, described } = gathering();
  const doubtful: Set<string> = new Set();
  for (const [file, bytes] of files) {
    const text = bytes.toString('utf8');
    if (file.endsWith('.css')) for (const { id, found } of styleFaults(text, file)) refuse(id, file, found);
    if (!file.endsWith('.js')) continue;
    const ownerOf = ownersBy(maps.get(`${file}.map`));
    for (const fault of sourceFaults(text, { file })) {
      const { owner, place } = ownerOf(fault);
      const isRefusedInPackages = refusalOf(fault.id).inPackages === true && !accepted.includes(fault.id);
      if (owner === 'own' || (owner !== 'bundler' && isRefusedInPackages)) refuse(fault.id, place ?? file, fault.found);
      else if (owner === 'unknown' && !isOfBundler(fault)) doubtful.add(`${file}: ${fault.found} [${fault.id}]`);
    }
  }
  return { refused: described(), doubtful: [...doubtful] };
}

function ownersBy(map: Buffer | undefined): (fault: SourceFault) => { owner: Owner; place: string | null } {
  const text = map?.toString('utf8') ?? 'null';
  const document = JSON.parse(text) as Partial<EncodedSourceMap> | null;
  // A file may be another document than a map.
  if (typeof document?.mappings !== 'string') return () => ({ owner: 'unknown', place: null });
  const traced = new TraceMap(text);
  return ({ line, column }) => {
    const { source, line: row } = originalPositionFor(traced, { line, column });
    if (source === null) return { owner: 'unknown', place: null };
    const plain = source.replace(/^webpack:\/\/[^/]*\/(\.\/)?/, '');
    return { owner: ownerOfSource(plain), place: `${plain}:${row}` };
  };
}

function ownerOfSource(source: string): Owner {
  if (/^webpack\/|^(container|consume|provide|external|remote) |^data:/.test(source)) return 'bundler';
  return source.includes('node_modules/') ? 'package' : 'own';
}

/** True for what every bundler's runtime does: create scripts and links, and find the global object. */
const isOfBundler = ({ id, found }: SourceFault): boolean =>
  id === 'foreign-elements'
    ? /createElement\(["'](script|link)["']/.test(found)
    : ['Function', '__FEDERATION__'].includes(found);
