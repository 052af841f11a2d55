import type { ApiClient } from '../api/index.ts';
import type { Session } from '../session/index.ts';
import type { OwnService } from './use-service.ts';

/** What the console gives to a part that fills an element by itself, with a framework of its own. */
export interface MountProps {
  /** Which of its remote's screens it is; absent for a panel. */
  readonly screenId?: string | undefined;
  /** Of a panel on a device's page. */
  readonly imei?: string | undefined;
  /** The operator's session as it is now: a new login replaces it while the part is shown. */
  readonly session: () => Session;
  readonly api: ApiClient;
  /** The service of the remote's own team. */
  readonly service: OwnService;
  /** Opens an address of the console, as a link would. */
  readonly navigate: (address: string) => void;
  /** The address of a path for this operator: below `/` or `/superadmin/`. */
  readonly to: (path: string) => string;
  /** BCP 47, such as `en`. */
  readonly language: string;
  /** Shows the part as failed, with its owner and Retry: call it for what the framework catches. */
  readonly fail: (error: unknown) => void;
}

/** Fills the element and returns what empties it again. Exported as `mount` by a part of a remote with `mounts`. */
export type Mount = (element: HTMLElement, props: MountProps) => () => void;
