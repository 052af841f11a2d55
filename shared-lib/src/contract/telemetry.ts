import * as v from 'valibot';
import { unknownOrNumber, wholeNumber, word as name } from './calls/fields.ts';
import { textKinds, textOf } from './texts.ts';
import { answerWith, fieldsOf, wireList, wireNumber, wireOptionalText, wireText } from './wire.ts';

/** The name under which the host's own failures are reported. */
export const HOST_ID = 'shell';

/** Why a browser used a build: the live one, a canary, and so on; `host` for the console itself. */
const telemetrySources = ['live', 'canary', 'last-good', 'previous', 'host'] as const;
export type TelemetrySource = (typeof telemetrySources)[number];

/**
 * Bounds of a report: its entries, characters of its texts, how often one failure may have happened, and the longest
 * load in milliseconds. A page never reaches them; a body beyond them is refused.
 */
export const telemetryBounds = {
  loads: 100,
  failures: 20,
  name: textKinds.word.most,
  message: textKinds.failure.most,
  stack: textKinds.stack.most,
  count: 10_000,
  ms: 600_000,
} as const;

/** Most hours that figures go back. */
export const FIGURES_HOURS = 31 * 24;

/** The build of a remote, and its screen. */
const place = {
  /** Its id, or {@link HOST_ID}. */
  remote: v.pipe(name, v.regex(/^[a-z][a-z0-9-]*$/, 'a remote is lower case letters, digits and dashes')),
  version: name,
  /** The folder of the build, such as `1.4.2-0123456789abcdef`; '' for the host. */
  release: name,
  /** Of the registry entry; 0 for the host. */
  sequence: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  source: v.picklist(telemetrySources),
  /** Id of the screen, or `panel <id>` or `home panel <id>` of a panel on others' pages; '' if unknown. */
  screen: name,
};

/** The time to load a screen, in milliseconds. */
const remoteLoad = v.object({ ...place, ms: wholeNumber(0, telemetryBounds.ms) });
export type RemoteLoad = v.InferInput<typeof remoteLoad>;

/** A failure and its count since the last report. Texts hold no personal data. */
const remoteFailure = v.object({
  ...place,
  /** The team in the remote's declaration; '' for the host. */
  owner: name,
  /** Why a screen did not load, or `rendering`, `endless-render`, `uncaught-error`, `unhandled-rejection`. */
  kind: v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/, 'a kind is lower case letters and dashes')),
  message: textOf('failure'),
  /** One frame a line, `at name (address:line:column)`; '' if none. */
  stack: textOf('stack'),
  count: wholeNumber(1, telemetryBounds.count),
});
export type RemoteFailureReport = v.InferInput<typeof remoteFailure>;

/** What a page sends in one report. */
export const telemetryReport = v.object({
  /** Family and major version, such as `Chrome 142`. */
  browser: name,
  loads: v.pipe(v.array(remoteLoad), v.maxLength(telemetryBounds.loads)),
  failures: v.pipe(v.array(remoteFailure), v.maxLength(telemetryBounds.failures)),
});
export type TelemetryReport = v.InferInput<typeof telemetryReport>;

/** All operators' figures of one build. */
const releaseFigures = v.object({
  remote: wireText,
  ...fieldsOf(wireOptionalText, 'version', 'release', 'source'),
  loads: wireNumber,
  /** Milliseconds, median and 95th percentile of the loads, within five per cent; null without a load. */
  p50: unknownOrNumber,
  p95: unknownOrNumber,
  failures: wireNumber,
  /** Accounts that had a failure. */
  operators: wireNumber,
});
export type ReleaseFigures = v.InferOutput<typeof releaseFigures>;

/** One kind of failure: same build, same message, same top of the stack. */
const failureFigures = v.object({
  id: wireText,
  remote: wireText,
  ...fieldsOf(wireOptionalText, 'owner', 'version', 'release', 'source', 'screen', 'kind', 'message', 'stack'),
  /** Of its first occurrence. */
  browser: wireOptionalText,
  count: wireNumber,
  operators: wireNumber,
  firstAt: wireOptionalText,
  lastAt: wireOptionalText,
});
export type FailureFigures = v.InferOutput<typeof failureFigures>;

/** Asks for the figures of the last `hours`. */
export const figuresBody = v.object({ hours: wholeNumber(1, FIGURES_HOURS) });

/** All operators' figures by build, and the kinds of failures, most recent first. */
export const figuresAnswer = answerWith({
  items: wireList(releaseFigures),
  failures: wireList(failureFigures),
});
export type FiguresAnswer = v.InferOutput<typeof figuresAnswer>;
