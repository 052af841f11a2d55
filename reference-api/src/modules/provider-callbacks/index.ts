import * as v from 'valibot';
import type { FastifyInstance } from 'fastify';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { inParts, MalformedRequest, NotFound, RequestError } from '../../core/errors/request-errors.ts';
import { CALLBACK_BODY_BYTES } from '../../core/http/body-limits.ts';
import { callbackBody, outcomeOf, partsOfKey } from '../../core/gateway/provider-protocol.ts';
import { type SaidOutcome, settleAll, takeOutcome } from '../../core/gateway/settle.ts';
import { lastGood, readAnew, readSecrets, signingSecret } from '../../core/configuration/private-file.ts';
import { optional, type VariablesOf } from '../../core/configuration/variable-readers.ts';
import type { RouteParts } from '../../core/http/route-parts.ts';
import type { ApiModule, ModuleParts } from '../../core/module.ts';
import { MARK_RESTORED, pauseAsOlder, readControl } from '../../core/store/dispatch.ts';
import { isoTime } from '../../core/time/clock.ts';

export const CALLBACK_PATH = '/gateway/outcomes';

/**
 * Callbacks may come twice, late or out of order: no state goes back. The answer has the keys unknown here, and rows
 * that could not be read.
 */
function registerCallbacks(app: FastifyInstance, { platform }: RouteParts, own: ModuleParts): void {
  const { callbackSecrets } = own.settings;
  const secrets = callbackSecrets && lastGood(callbackSecrets, own.raise);
  const parts = { store: own.store, clock: own.clock, gateway: platform.commands.gateway };
  app.register(async (scope) => {
    // The signature covers the text as received.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post(CALLBACK_PATH, { bodyLimit: CALLBACK_BODY_BYTES }, async (request) => {
      if (!secrets) throw new NotFound('This deployment takes no callbacks.');
      const headers = Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      );
      const text = String(request.body);
      if (!verified(secrets(), text, headers)) throw new UnsignedCallback(UNSIGNED);
      const { success, output, issues } = v.safeParse(callbackText, text);
      if (!success) throw new MalformedRequest(`The callback does not fit the protocol: ${issues[0].message}`);
      const tally = own.tally();
      const unknown: string[] = [];
      await inParts(async () => {
        await settleAll(output.outcomes, async (one) => {
          const outcome = outcomeOf(one) as SaidOutcome;
          if (!(await takeOutcome({ ...parts, tally }, one.key, outcome))) unknown.push(one.key);
        });
        await tally.write(parts.store.db, parts.clock.now());
      });
      await pauseIfOlder(own, unknown);
      if (unknown.length > 0)
        request.log.warn({ keys: unknown.slice(0, 10) }, 'the provider told outcomes of unknown commands');
      const { refused } = output;
      if (refused.length > 0)
        request.log.warn({ rows: refused.slice(0, 10) }, 'the provider told outcomes that could not be read');
      return { unknown, refused };
    });
  });
}

const OLDER = `The provider tells of a command of this database that is not in it. ${MARK_RESTORED}`;

/** Keys of former epochs are unknown after each restore; one of this epoch was made by this database, and lost. */
async function pauseIfOlder({ store: { db }, clock, log }: ModuleParts, unknown: readonly string[]): Promise<void> {
  if (unknown.length === 0) return;
  const { epoch } = await readControl(db);
  const lost = unknown.filter((key) => partsOfKey(key)?.epoch === epoch);
  if (lost.length > 0 && (await pauseAsOlder(db, OLDER, isoTime(clock.now()))))
    log.error(
      { keys: lost.slice(0, 10) },
      'the database is older than what the provider saw of it; dispatch is paused',
    );
}

const callbackText = v.pipe(v.string(), v.parseJson(undefined, 'it is no JSON'), callbackBody);

class UnsignedCallback extends RequestError {
  override readonly statusCode = 401;
}

const UNSIGNED =
  'The callback is not signed by a secret of this deployment, or its time is more than five minutes away.';

function verified(secrets: readonly string[], body: string, headers: Record<string, string>): boolean {
  return secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, headers, { jsonParse: false });
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  });
}

const secretsFile = v.pipe(v.array(signingSecret), v.minLength(1), v.maxLength(10));

const SECRETS_HELP = 'must hold a list of 1 to 10 secrets, each whsec_ and 24 to 64 bytes of base64.';

/** A JSON list of `whsec_…`, newest first. Throws ConfigurationError. */
export const readCallbackSecrets = (path: string) => readSecrets(path, secretsFile, () => SECRETS_HELP);

/** Outcomes that the provider reports; without secrets the API only asks for them. */
const FILE = 'DEVICE_GATEWAY_CALLBACK_SECRETS_FILE';
const variables = { [FILE]: optional(v.string()) };

declare module '../../core/module-settings.ts' {
  interface ModuleSettings {
    /** Reads the file anew; undefined: no callbacks are taken. */
    readonly callbackSecrets: (() => readonly string[]) | undefined;
  }
}

/** Outcomes that the provider reports on its own. */
export const providerCallbacks = {
  name: 'provider-callbacks',
  variables,
  settings: ({ [FILE]: file }: VariablesOf<typeof variables>) => ({
    callbackSecrets: readAnew(FILE, file, readCallbackSecrets),
  }),
  routes: registerCallbacks,
} as const satisfies ApiModule;
