import * as v from 'valibot';
import { nameFields, type BackEndNames } from './back-end-name-fields.ts';
import { calls } from './calls/calls.ts';
import { copyCalls } from './calls/copy-calls.ts';
import { commandList } from './commands/commands.ts';
import { reports } from './reports.ts';

const actions = commandList.flatMap(({ variants }) => variants.map(({ action }) => action));
const reportNames = reports.map(({ report }) => report);
const callPaths = [...Object.values(calls), ...copyCalls.map(({ call }) => call)].map(({ path }) => path);

type Renamed = Readonly<Record<string, string>>;

function checked<Schema extends v.GenericSchema<Renamed | undefined, Renamed>>(
  fields: Schema,
  problemOf: (names: Renamed) => string | null,
) {
  return v.pipe(
    fields,
    v.rawCheck(({ dataset, addIssue }) => {
      const problem = dataset.typed ? problemOf(dataset.value) : null;
      if (problem !== null) addIssue({ message: problem });
    }),
  );
}

/** Refuses names that the contract does not have: they would have no effect, unnoticed. */
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
 * `names` of config.json (D1a): maps our names to an existing back end's; what is not listed keeps its name. A call
 * beyond the specification is made only if its path is listed. Refuses names that we do not have, and two actions under
 * one name.
 */
export const backEndNames = v.object({
  reports: checked(nameFields.entries.reports, unknownName('report', reportNames)),
  /** Values of `permission_name`; one of theirs may mean several of ours. */
  permissions: nameFields.entries.permissions,
  actions: checked(nameFields.entries.actions, (names) => unknownAction(names) ?? sharedAction(names)),
  /** Folders of uploaded files, by report. */
  folders: checked(nameFields.entries.folders, unknownName('report', reportNames)),
  /** Paths of calls, below apiBase. */
  calls: checked(nameFields.entries.calls, unknownName('call', callPaths)),
});

/** Throws an error that names the field of config.json and the problem. */
export function checkNames(names: BackEndNames): void {
  const parsed = v.safeParse(backEndNames, names);
  if (parsed.success) return;
  const [issue] = parsed.issues;
  throw new Error(`config.json: names.${v.getDotPath(issue) ?? ''}: ${issue.message}`);
}
