import { type ServiceCallData, roles } from '@device-console/shared-lib/contract';
import { servicePathPattern } from '@device-console/shared-lib/contract/server';
import * as v from 'valibot';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { readJson, signingSecret } from '../../core/configuration/json-files.ts';
import { gatewayAddress } from '../../core/configuration/variable-readers.ts';

export interface TeamService {
  /** Without a trailing slash. */
  readonly url: string;
  /** What requests to it are signed with: `whsec_…`. */
  readonly secret: string;
  readonly calls: readonly ServiceCallData[];
}

/** The services by the id of their remote. */
export type TeamServices = ReadonlyMap<string, TeamService>;

const name = v.pipe(v.string(), v.nonEmpty());
const call = v.strictObject({
  path: v.pipe(v.string(), v.regex(servicePathPattern, 'it must be plain words parted by slashes')),
  changes: v.optional(v.boolean()),
  permission: v.optional(name),
  anyPermission: v.optional(v.pipe(v.array(name), v.nonEmpty())),
  roles: v.optional(v.pipe(v.array(v.picklist(roles)), v.nonEmpty())),
});
const service = v.strictObject({
  url: gatewayAddress,
  secret: signingSecret,
  calls: v.pipe(
    v.array(call),
    v.check((calls) => new Set(calls.map(({ path }) => path)).size === calls.length, 'it lists a path twice'),
  ),
});
const servicesFile = v.record(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'it is no id of a remote')), service);

const HELP = 'must hold {"<remote>": {"url": "https://…", "secret": "whsec_…", "calls": […]}}';

/** Reads SERVICES_FILE. The ConfigurationError never quotes a value: a secret may be in the wrong place. */
export function readServices(path: string): TeamServices {
  const read = v.safeParse(servicesFile, readJson(path));
  if (read.success) return new Map(Object.entries(read.output));
  const [issue] = read.issues;
  const problem = issue.message.replace(/:? (but )?received .*$/is, '');
  throw new ConfigurationError(`${path} ${HELP}; ${v.getDotPath(issue) ?? 'the whole'}: ${problem}.`);
}
