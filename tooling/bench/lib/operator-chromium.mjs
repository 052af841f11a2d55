// A Chromium as an operator has it: nothing is connected to it while it works. A driver watches every request of its
// pages, which adds two milliseconds to each.
/** @import { ChildProcess } from 'node:child_process' */
/** @import { Page } from 'playwright-core' */
import { chromium } from 'playwright-core';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromiumArguments } from '../../lib/chromium.mjs';

const START_PAGE = 'about:blank';
const LOOK_MS = 100;
const START_MS = 30_000;

/**
 * What Chromium says of its pages without asking them.
 * @type {(address: string) => Promise<readonly { url: string, title: string }[]>}
 */
async function pagesOf(address) {
  const targets = /** @type {{ type: string, url: string, title: string }[]} */ (
    await (await fetch(`${address}/json/list`)).json()
  );
  return targets.filter(({ type }) => type === 'page');
}

/** @type {(folder: string) => Promise<string>} */
async function debuggingAddress(folder) {
  const file = join(folder, 'DevToolsActivePort');
  for (const end = Date.now() + START_MS; Date.now() < end; await setTimeout(LOOK_MS)) {
    const [port] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const address = `http://127.0.0.1:${port}`;
    if (port && (await pagesOf(address)).some(({ url }) => url === START_PAGE)) return address;
  }
  throw new Error(`Chromium did not start within ${START_MS / 1000} seconds.`);
}

/**
 * Ends a program and what it has started.
 * @type {(child: ChildProcess) => void}
 */
function endGroup({ pid }) {
  if (pid !== undefined) process.kill(-pid);
}

/** A running Chromium with its own profile. */
export class OperatorChromium {
  #address;
  #child;
  #folder;

  /** @param {string} address @param {ChildProcess} child @param {string} folder */
  constructor(address, child, folder) {
    this.#address = address;
    this.#child = child;
    this.#folder = folder;
  }

  /** @param {string} program @param {{ width: number, height: number }} size */
  static async start(program, { width, height }) {
    const folder = mkdtempSync(join(tmpdir(), 'operator-chromium-'));
    const child = spawn(
      program,
      [
        '--headless=new',
        '--remote-debugging-port=0',
        `--user-data-dir=${folder}`,
        `--window-size=${width},${height}`,
        ...chromiumArguments,
        START_PAGE,
      ],
      // A separate process group: the started program may be a script that waits for the browser.
      { stdio: 'ignore', detached: true },
    );
    try {
      return new OperatorChromium(await debuggingAddress(folder), child, folder);
    } catch (error) {
      endGroup(child);
      throw error;
    }
  }

  /**
   * Does something with the one page, and leaves it alone again.
   * @template Answer
   * @param {(page: Page) => Promise<Answer>} work
   * @returns {Promise<Answer>}
   */
  async withPage(work) {
    const browser = await chromium.connectOverCDP(this.#address);
    try {
      const [context] = browser.contexts();
      if (!context) throw new Error('Chromium has no window.');
      return await work(context.pages()[0] ?? (await context.newPage()));
    } finally {
      await browser.close();
    }
  }

  /**
   * Waits until the page has given itself this title; nothing is connected to it meanwhile.
   * @param {string} title
   */
  async untilTitled(title) {
    while (!(await pagesOf(this.#address)).some((page) => page.title === title)) await setTimeout(LOOK_MS);
  }

  async end() {
    const ended = once(this.#child, 'exit');
    endGroup(this.#child);
    await ended;
    // Its other processes end a little later, and still write.
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: LOOK_MS });
  }
}
