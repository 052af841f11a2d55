import { startProvider } from './provider.ts';

/** A provider as a process of its own; how it behaves is set by POST /control. */
async function main(): Promise<void> {
  const { PROVIDER_PORT, PROVIDER_JOURNAL, PROVIDER_BEARER, PROVIDER_CALLBACK_URL, PROVIDER_CALLBACK_SECRET } =
    process.env;
  const provider = await startProvider({
    port: Number(PROVIDER_PORT ?? 0),
    journal: PROVIDER_JOURNAL,
    bearer: PROVIDER_BEARER,
    callbackUrl: PROVIDER_CALLBACK_URL,
    callbackSecret: PROVIDER_CALLBACK_SECRET,
  });
  process.stdout.write(`Provider on ${provider.url}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
