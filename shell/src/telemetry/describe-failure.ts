import {
  cleanText,
  HOST_ID,
  telemetryBounds,
  type RemoteFailureReport,
  type TelemetrySource,
} from '@device-console/shared-lib/contract';
import { readStack, redactText, stackText, type StackFrame } from '@device-console/shared-lib/telemetry';
import type { ChosenRelease, ReleaseSource } from '../releases/release.ts';
import type { RemoteLoadError } from '../releases/remote-load-error.ts';

/** A failure before it is counted. */
export type DescribedFailure = Omit<RemoteFailureReport, 'count'>;

export type ReportedBuild = Omit<DescribedFailure, 'owner' | 'kind' | 'message' | 'stack'>;

const sources: Readonly<Record<ReleaseSource, TelemetrySource | null>> = {
  registry: 'live',
  canary: 'canary',
  'last-good': 'last-good',
  previous: 'previous',
  // Not reported: its testers tell its author.
  preview: null,
};

const short = (text: string): string => cleanText('word', text);

/** The build as reports name it; null if nothing about it is reported. */
export function reportedBuildOf(
  { id, sequence, baseUrl, source, declaration: { version } }: ChosenRelease,
  screen: string,
  pageUrl: string,
): ReportedBuild | null {
  const said = sources[source];
  if (said === null) return null;
  const release = new URL(baseUrl, pageUrl).pathname.split('/').at(-2) ?? '';
  const build = { remote: id, version: short(version), release: short(release), sequence };
  return { ...build, source: said, screen: short(screen) };
}

export function reportedHost(version: string): ReportedBuild {
  return { remote: HOST_ID, version, release: '', sequence: 0, source: 'host', screen: '' };
}

function boundedStack(frames: readonly StackFrame[]): string {
  for (let kept = frames.length; kept > 0; kept -= 1) {
    const text = stackText(frames.slice(0, kept));
    if (text.length <= telemetryBounds.stack) return cleanText('stack', text);
  }
  return '';
}

export function framesOf(thrown: unknown): readonly StackFrame[] {
  return thrown instanceof Error && typeof thrown.stack === 'string' ? readStack(thrown.stack) : [];
}

/** One line, as browsers write it. */
export function thrownText(thrown: unknown, otherwise: string): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  return otherwise === '' ? `${typeof thrown} was thrown: ${String(thrown)}` : otherwise;
}

/** Removes `typed`, the contents of the page's form fields, and anything that looks personal. */
export function describeThrown(
  thrown: unknown,
  otherwise: string,
  typed: readonly string[],
): Pick<DescribedFailure, 'message' | 'stack'> {
  const message = cleanText('failure', redactText(thrownText(thrown, otherwise), typed));
  return { message, stack: boundedStack(framesOf(thrown)) };
}

/** What prevented or removed a screen. The stack of a failed load is the loader's. */
export function describeLoadError(
  error: RemoteLoadError,
  typed: readonly string[],
): Pick<DescribedFailure, 'kind' | 'message' | 'stack'> {
  const isOfItsCode = error.failure === 'threw' || error.failure === 'rendering' || error.failure === 'endless-render';
  const thrown = isOfItsCode && error.cause instanceof Error ? error.cause : null;
  return { kind: error.failure, ...describeThrown(thrown, error.detail, typed) };
}
