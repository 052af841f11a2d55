import { audiences, type TelemetryReport } from '@device-console/shared-lib/contract';
import sharedLib from '@device-console/shared-lib/package.json';
import { addressOf } from '@device-console/shared-lib/console';
import { redactText, type StackFrame } from '@device-console/shared-lib/telemetry';
import { browserName } from '../common/browser-name.ts';
import type { ReleaseManager } from '../remotes/release-manager.ts';
import { isPageChange } from '../common/page-change.ts';
import { isChangedByOthers } from '../releases/remote-load-error.ts';
import type { ChosenRelease } from '../releases/release.ts';
import type { RemoteLoadEvent, RemoteLog } from '../remotes/remote-log.ts';
import {
  describeLoadError,
  describeThrown,
  framesOf,
  reportedHost,
  reportedBuildOf,
  thrownText,
} from './describe-failure.ts';
import type { Observations, PageError } from './observations.ts';
import { createReporter, createReportQueue } from './reporter.ts';

/** Releases whose addresses are kept. */
const RELEASES = 100;

function createAttributions(pageUrl: string) {
  const byAddress = new Map<string, ChosenRelease>();
  const { origin } = new URL(pageUrl);
  return {
    /** Attributes errors at these releases' addresses to them, even after they are replaced. */
    learn: (releases: readonly ChosenRelease[]): void => {
      for (const release of releases) byAddress.set(new URL(release.baseUrl, pageUrl).href, release);
      for (const [address] of [...byAddress].slice(0, -RELEASES)) byAddress.delete(address);
    },
    /**
     * By the scripts on the stack, innermost first: the first remote, because the console's library fails by what a
     * remote passed to it; else the console. Null for others', such as a browser extension's.
     */
    of: (frames: readonly Pick<StackFrame, 'url'>[]): ChosenRelease | 'host' | null => {
      const addresses = [...byAddress];
      for (const { url } of frames) {
        const found = addresses.find(([address]) => url.startsWith(address));
        if (found) return found[1];
      }
      const isOwn =
        frames.length === 0 || frames.some(({ url }) => URL.canParse(url) && new URL(url).origin === origin);
      return isOwn ? 'host' : null;
    },
  };
}

interface TelemetryOptions {
  readonly observations: Observations;
  readonly log: Pick<RemoteLog, 'uncaught'>;
  readonly releaseManager: Pick<ReleaseManager, 'subscribe' | 'getSnapshot' | 'uncaught'>;
  /** Null if the back end takes no reports: this page then only counts errors. */
  readonly prepare: ((report: TelemetryReport) => Promise<() => Promise<unknown>>) | null;
  /** False while nobody is logged in. */
  readonly maySend: () => boolean;
}

/** Browsers report this if a layout takes two rounds; nothing has failed. */
const harmless = /^ResizeObserver loop /;

/** What a browser says about scripts that it must not describe; those of the console and remotes it may. */
const isOpaque = ({ thrown, filename, kind }: PageError): boolean =>
  kind === 'uncaught-error' && !(thrown instanceof Error) && filename === '';

/** A page translator or another extension has changed the page: nobody's failure. */
const isOthersChange = (thrown: unknown, owner: ChosenRelease | 'host'): boolean =>
  owner === 'host' ? isPageChange(thrown) : isChangedByOthers(thrown, owner.baseUrl);

export function startTelemetry({ observations, log, releaseManager, prepare, maySend }: TelemetryOptions): void {
  const pageUrl = document.baseURI;
  const attributions = createAttributions(pageUrl);
  const queue = createReportQueue();
  const browser = browserName(navigator.userAgent);
  const reporter = prepare && createReporter({ queue, browser, maySend, prepare });
  const learn = (): void => attributions.learn(releaseManager.getSnapshot().releases);
  releaseManager.subscribe(learn);
  learn();

  function happened({ record: { release }, screenId, outcome }: RemoteLoadEvent): void {
    const build = release && reportedBuildOf(release, screenId, pageUrl);
    if (!build) return;
    if (outcome.status === 'loaded') queue.loaded({ ...build, ms: outcome.ms });
    else if (queue.mayFail())
      queue.failed({ ...build, owner: release.declaration.owner, ...describeLoadError(outcome.error, typed()) });
    reporter?.added();
  }

  const described = ({ kind, thrown, message }: PageError) => ({ kind, ...describeThrown(thrown, message, typed()) });

  function ofRemote(release: ChosenRelease, error: PageError): void {
    log.uncaught(release, error.kind, redactText(thrownText(error.thrown, error.message), typed()));
    releaseManager.uncaught(release);
    const build = reportedBuildOf(release, screenAt(release, error.pathname), pageUrl);
    if (build) queue.failed({ ...build, owner: release.declaration.owner, ...described(error) });
  }

  function uncaught(error: PageError): void {
    if (harmless.test(error.message) || isOpaque(error) || !queue.mayFail()) return;
    const { thrown, filename } = error;
    const frames = framesOf(thrown);
    const owner = attributions.of(frames.length > 0 || filename === '' ? frames : [{ url: filename }]);
    if (owner === null || isOthersChange(thrown, owner)) return;
    if (owner === 'host') queue.failed({ ...reportedHost(sharedLib.version), owner: '', ...described(error) });
    else ofRemote(owner, error);
    reporter?.added();
  }

  observations.take((observation) => {
    if (observation.what === 'load') happened(observation.event);
    else uncaught(observation.error);
  });
}

/** '' for another release's screen. */
function screenAt({ declaration }: ChosenRelease, pathname: string): string {
  return (
    declaration.screens.find(({ path }) => audiences.some((audience) => addressOf(audience, path) === pathname))?.id ??
    ''
  );
}

/** Most form fields read; a long table can have many. */
const FIELDS = 200;

/** The current values of the form fields, to remove from texts. */
function typed(): readonly string[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=button], [type=submit])',
  );
  return [...fields].slice(0, FIELDS).map(({ value }) => value);
}
