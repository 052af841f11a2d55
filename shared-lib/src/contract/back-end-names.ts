import * as v from 'valibot';
import { calls } from './calls/calls.ts';
import { copyCalls } from './calls/copy-calls.ts';
import { commandList } from './commands/commands.ts';
import { reports } from './reports.ts';

const actions = commandList.flatMap(({ variants }) => variants.map(({ action }) => action));
const reportNames = reports.map(({ report }) => report);
const callPaths = [...Object.values(calls), ...copyCalls.map(({ call }) => call)].map(({ path }) => path);

type Renamed = Readonly<Record<string, string>>;

const theirName = v.pipe(v.string(), v.trim(), v.nonEmpty('a name is empty'));

/** No "." or ".." between slashes of either kind, however it is written: browsers and servers read %2e%2e as "..". */
function staysInFolder(path: string): boolean {
  try {
    return !/(?:^|[/\\])\.\.?(?:[/\\?]|$)|\\/.test(decodeURIComponent(path));
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** Below the API's base; no address elsewhere, and no way out of its folder. */
const theirPath = v.pipe(
  theirName,
  v.check(
    (path) => /^(?!\/)[^\s:#\\]+$/.test(path) && staysInFolder(path),
    'a path is relative to apiBase, such as "reports/download.php"',
  ),
);

/** As {@link theirPath}, or from the root of the API's origin when it begins with a slash. */
const theirFolder = v.pipe(
  theirName,
  v.check(
    (folder) => /^\/?(?!\/)[^:?#\\]+$/.test(folder) && staysInFolder(folder),
    'a folder is a path such as "uploads/lock" or "/uploads/lock"',
  ),
  v.transform((folder) => folder.replace(/\/+$/, '')),
);

function renamed<Schema extends v.GenericSchema<string, string>>(
  theirs: Schema,
  problemOf: (names: Renamed) => string | null,
) {
  const names = v.pipe(
    v.record(v.string(), theirs),
    v.rawCheck(({ dataset, addIssue }) => {
      const problem = dataset.typed ? problemOf(dataset.value) : null;
      if (problem !== null) addIssue({ message: problem });
    }),
  );
  return v.optional(names, {});
}

/** A name that nothing of ours has would change nothing, and nobody would notice. */
function unknownName(what: string, known: readonly string[]): (names: Renamed) => string | null {
  return (names) => {
    const unknown = Object.keys(names).find((name) => !known.includes(name));
    return unknown === undefined ? null : `there is no ${what} "${unknown}"`;
  };
}

/** Two commands under one name would do to a device what the operator did not choose. */
function sharedAction(names: Renamed): string | null {
  const sentAs = new Map<string, string>();
  for (const action of actions) {
    const theirs = names[action] ?? action;
    const other = sentAs.get(theirs);
    if (other !== undefined) return `${other} and ${action} would both be sent as "${theirs}"`;
    sentAs.set(theirs, action);
  }
  return null;
}

const unknownAction = unknownName('action', actions);

/**
 * `names` of config.json: how an existing back end calls what this contract names otherwise (D1a); each maps our name
 * to theirs, and what is not listed keeps its name. A call beyond the specification is made only when its path is
 * listed. Refuses names that nothing of ours has, and two actions under one name.
 */
export const backEndNames = v.object({
  /** Values of `report`. */
  reports: renamed(theirName, unknownName('report', reportNames)),
  /** Values of `permission_name`; one of theirs may stand for several of ours. */
  permissions: renamed(theirName, () => null),
  /** Values of `action`. */
  actions: renamed(theirName, (names) => unknownAction(names) ?? sharedAction(names)),
  /** Folders of uploaded files, by report. */
  folders: renamed(theirFolder, unknownName('report', reportNames)),
  /** Paths of calls, below apiBase. */
  calls: renamed(theirPath, unknownName('call', callPaths)),
});

export type BackEndNames = v.InferOutput<typeof backEndNames>;
