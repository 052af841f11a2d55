import { ApiError } from '@device-console/shared-lib/api';
import { failureText } from '@device-console/shared-lib/console';
import { calls, jsonOrNull } from '@device-console/shared-lib/contract';
import type { RegistryEntry } from '@device-console/shared-lib/remote/host';
import { previewProof, runningPreview } from '@device-console/shared-lib/trust';
import * as v from 'valibot';
import type { Operator } from '../releases/decide.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { PreviewBanner } from './preview-banner.tsx';
import type { Preview, PreviewPage, PreviewRules, PreviewsState } from './preview.ts';
import { t } from '../t.ts';

/** A key of localStorage that every logout clears. */
const PREVIEWS_KEY = 'console:previews';

/** Screens wait for the first answer. */
const quickly = { inBackground: true, timeoutMs: 3_000 } as const;

/** How often a page asks whether a preview of its operator was ended. */
const ASK_EVERY_MS = 60_000;

const choice = v.object({
  /** Which publication it is about. */
  publishedAt: v.string(),
  /** Of the link that began it; null: a superadmin did. */
  code: v.optional(v.nullable(v.string())),
  out: v.optional(v.picklist(['left', 'failed'])),
});
type Choice = v.InferOutput<typeof choice>;
const choices = v.record(v.string(), v.fallback(v.nullable(choice), null));

type Publication = Pick<ChosenRelease, 'id' | 'publishedAt'>;

/** What superadmins have ended, as far as the server says; its last answer counts while it gives none. */
function createEnded(api: PreviewPage['api']) {
  let ended: ReadonlySet<string> = new Set();
  const mayEnd = (): boolean => api.offers(calls.endPreview);
  return {
    mayEnd,
    ask: async (): Promise<void> => {
      if (!mayEnd()) return;
      const answer = await api.call(calls.endedPreviews, {}, quickly).catch((error: unknown) => {
        if (error instanceof ApiError) return null;
        throw error;
      });
      if (answer) ended = new Set(answer.items.map(({ remote, publishedAt }) => `${remote} ${publishedAt}`));
    },
    has: ({ id, publishedAt }: Publication): boolean => ended.has(`${id} ${publishedAt}`),
  };
}

/** Why a change was not made, or null. */
async function refusalOf(sending: Promise<unknown>): Promise<string | null> {
  try {
    await sending;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.serverMessage ?? failureText(error);
    throw error;
  }
}

const bodyOf = (
  id: string,
  { publishedAt, declaration: { version } }: Pick<ChosenRelease, 'publishedAt' | 'declaration'>,
) => ({
  remote: id,
  version,
  publishedAt,
});

/** Decides which previews of the registry this operator tries; begins and ends them. */
export function createPreviewRules(
  { api, clock, now, operator, onOperatorChange }: PreviewPage,
  set: (state: PreviewsState) => void,
): PreviewRules {
  let entries: readonly RegistryEntry[] = [];
  let shown: readonly Preview[] = [];
  let turn = 0;
  const ended = createEnded(api);
  const entryOf = (id: string): RegistryEntry | undefined => entries.find((entry) => entry.id === id);

  function showAll(previews: readonly Preview[]): void {
    shown = previews;
    set({ previews, rules, Banner: PreviewBanner });
  }

  async function decide(): Promise<void> {
    turn += 1;
    const own = turn;
    const who = operator();
    const concerns = who ? await Promise.all(entries.map((entry) => previewFor(entry, who, now()))) : [];
    const found = concerns.filter((one) => one !== null);
    if (found.length > 0) await ended.ask();
    if (own === turn) showAll(found.filter(({ release }) => !ended.has(release)));
  }

  function setStatus({ id, publishedAt }: Publication, out: 'left' | 'failed' | undefined): void {
    keep(id, { ...choiceOf(id, publishedAt), publishedAt, out });
    showAll(shown.map((one) => (one.release.id === id ? { ...one, status: out ?? 'on' } : one)));
    // What is being decided meanwhile does not know it yet.
    void decide();
  }

  onOperatorChange(() => void decide());
  clock.every(ASK_EVERY_MS, () => {
    if (shown.length > 0 && document.visibilityState === 'visible') void decide();
  });

  const rules: PreviewRules = {
    mayEnd: ended.mayEnd,
    look: (registry) => {
      // What stands in for a refused entry shows its live release alone.
      entries = registry.entries.filter(({ id }) => !registry.refused.some((one) => one.id === id));
      return decide();
    },
    leave: ({ release }) => setStatus(release, 'left'),
    failed: (release) => setStatus(release, 'failed'),
    again: ({ release }) => setStatus(release, undefined),
    linked: async ({ id, code }) => {
      const entry = entryOf(id);
      const preview = entry && runningPreview(entry, now());
      if (!entry || !preview || preview.link !== (await previewProof(id, preview.publishedAt, code))) return null;
      await ended.ask();
      return ended.has({ id, publishedAt: preview.publishedAt }) ? null : describe(entry, preview, 'offered');
    },
    begin: async (id, code) => {
      const preview = entryOf(id)?.preview;
      if (!preview) return t('This preview is over.');
      const begun = api.offers(calls.beginPreview) ? api.call(calls.beginPreview, bodyOf(id, preview)) : null;
      const refusal = begun && (await refusalOf(begun));
      if (refusal !== null) return refusal;
      keep(id, { publishedAt: preview.publishedAt, code });
      await decide();
      return null;
    },
    end: async ({ release }) => {
      const refusal = await refusalOf(api.call(calls.endPreview, bodyOf(release.id, release)));
      await decide();
      return refusal;
    },
  };
  return rules;
}

/** Null if an entry has no preview that concerns the operator. */
async function previewFor(entry: RegistryEntry, who: Operator, now: number): Promise<Preview | null> {
  const { id } = entry;
  const preview = runningPreview(entry, now);
  if (!preview) return null;
  const { publishedAt, accounts, link } = preview;
  const chosen = choiceOf(id, publishedAt);
  const isSuperadmin = who.userlevel === 'SUPERADMIN';
  const isNamed = accounts.includes(await previewProof(id, publishedAt, who.email));
  const byLink = typeof chosen?.code === 'string' && link === (await previewProof(id, publishedAt, chosen.code));
  const bySuperadmin = isSuperadmin && chosen?.code === null;
  const isIn = isNamed || byLink || bySuperadmin;
  if (!isIn && !isSuperadmin) return null;
  return describe(entry, preview, isIn ? (chosen?.out ?? 'on') : 'offered');
}

function describe(
  { id, sequence, keyId, declaration: live }: RegistryEntry,
  { baseUrl, publishedAt, declaration, endsAt }: NonNullable<ReturnType<typeof runningPreview>>,
  status: Preview['status'],
): Preview {
  const release: ChosenRelease = { id, sequence, keyId, baseUrl, publishedAt, declaration, source: 'preview' };
  return { release, endsAt, liveVersion: live.version, status };
}

function readChoices(): Readonly<Record<string, Choice | null>> {
  const read = v.safeParse(choices, jsonOrNull(localStorage.getItem(PREVIEWS_KEY)));
  return read.success ? read.output : {};
}

/** What was chosen for this publication of a preview. */
function choiceOf(id: string, publishedAt: string): Choice | undefined {
  const known = readChoices()[id];
  return known?.publishedAt === publishedAt ? known : undefined;
}

function keep(id: string, next: Choice): void {
  try {
    localStorage.setItem(PREVIEWS_KEY, JSON.stringify({ ...readChoices(), [id]: next }));
  } catch (error) {
    // The storage is full: a reload forgets it.
    if (!(error instanceof DOMException)) throw error;
  }
}
