import type { ServiceCallData } from '@device-console/shared-lib/contract';

/** A team's service, as the administrator lists it. */
export interface TeamService {
  /** Without a slash at its end. */
  readonly url: string;
  /** What requests to it are signed with: `whsec_…`. */
  readonly secret: string;
  /** All that is passed on to it. */
  readonly calls: readonly ServiceCallData[];
}

/** The services by the id of their remote. */
export type TeamServices = ReadonlyMap<string, TeamService>;
