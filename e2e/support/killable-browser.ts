import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chromiumArguments } from '../playwright.config.ts';

/** A separate Chromium with a persistent profile, which can be killed like by a power cut. */
export interface KillableBrowser {
  readonly page: Page;
  /** Ends it as its user does: all that pages stored is on disk. */
  close(): Promise<void>;
  /** SIGKILL to every process of the browser. */
  kill(): Promise<void>;
}

function debuggerAddress(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += String(chunk);
      const address = /DevTools listening on (ws:\/\/\S+)/.exec(output)?.[1];
      if (address) found(address);
    });
    child.once('exit', (code) => failed(new Error(`Chromium ended with ${String(code)}: ${output}`)));
  });
}

/** Starts a Chromium on the profile in `profileDir`; what it stored there before is there again. */
export async function openKillable(profileDir: string): Promise<KillableBrowser> {
  const program = process.env['CHROMIUM_PATH'];
  if (!program) throw new Error('CHROMIUM_PATH is not set.');
  const args = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profileDir}`,
    // Like the other tests' windows: wide enough for the menu beside the page.
    '--window-size=1280,900',
    ...chromiumArguments,
    'about:blank',
  ];
  // Its own process group, so that one signal reaches all of the browser's processes.
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const browser = await chromium.connectOverCDP(await debuggerAddress(child));
  const context = browser.contexts()[0] as BrowserContext;
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    page,
    close: async () => {
      const gone = once(child, 'exit');
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close');
      await gone;
    },
    kill: async () => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await gone;
    },
  };
}
