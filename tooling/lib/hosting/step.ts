import type { Log } from '../run-node.ts';
import type { HostSettings } from './host.ts';

/** A part of an installation, which can be done again. */
export interface Step {
  readonly title: string;
  /** What it does, as the administrator is told before. */
  readonly does: (settings: HostSettings) => string;
  /** What this computer lacks of it; changes nothing. */
  readonly missing: (settings: HostSettings) => readonly string[];
  readonly work: (settings: HostSettings, say: Log) => void | Promise<void>;
}
