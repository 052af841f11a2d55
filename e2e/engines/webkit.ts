// WebKit as WebKitGTK has it: its MiniBrowser on a virtual display, by WebKitWebDriver and Selenium.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Builder, By, Capabilities, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import { type Engine, type EnginePage, PATIENCE_MS, programOf } from './engine-page.ts';

/** A virtual display; returns its number, as the program names it once it can be used. */
async function startDisplay(): Promise<{ readonly child: ChildProcess; readonly name: string }> {
  const child = spawn(programOf('XVFB_PATH'), ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(child.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { child, name: `:${String(number).trim()}` };
}

async function answers(address: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const isThere = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    if (Date.now() > until) throw new Error(`No WebDriver answers at ${address}.`);
    await pause(50);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

/** Milliseconds in which an element that is pressed must not have moved. */
const STILL_MS = 300;

async function standsStill(element: WebElement): Promise<boolean> {
  const before = await element.getRect();
  await pause(STILL_MS);
  const after = await element.getRect();
  return before.x === after.x && before.y === after.y;
}

function drive(driver: WebDriver): EnginePage {
  const find = async (xpath: string): Promise<WebElement> => {
    const element = await driver.wait(until.elementLocated(By.xpath(xpath)), PATIENCE_MS, `Nothing is at ${xpath}.`);
    await driver.wait(until.elementIsVisible(element), PATIENCE_MS, `Nothing is visible at ${xpath}.`);
    return element;
  };
  return {
    goto: (address) => driver.get(address),
    text: async (xpath) => (await find(xpath)).getText(),
    press: async (xpath) => {
      const element = await find(xpath);
      // It presses a disabled button as well, with no effect.
      await driver.wait(until.elementIsEnabled(element), PATIENCE_MS, `What is at ${xpath} stays disabled.`);
      // Nor does the driver scroll to what sticks to an edge.
      await driver.executeScript("arguments[0].scrollIntoView({ block: 'nearest' });", element);
      await driver.wait(() => standsStill(element), PATIENCE_MS, `What is at ${xpath} goes on moving.`);
      await element.click();
    },
    type: async (xpath, text) => {
      const field = await find(xpath);
      await field.clear();
      await field.sendKeys(text);
    },
    choose: async (xpath, file) => {
      const input = await driver.wait(until.elementLocated(By.xpath(xpath)), PATIENCE_MS, `No input is at ${xpath}.`);
      await input.sendKeys(file);
    },
    evaluate: (expression) => driver.executeScript(`return (${expression});`),
    resize: async (width, height) => void (await driver.manage().window().setRect({ width, height })),
    screenshot: async (file) => writeFile(file, await driver.takeScreenshot(), 'base64'),
  };
}

/** Lines of the page's console on the browser's output: `CONSOLE JS ERROR text`. */
const CONSOLE_LINE = /^.*?CONSOLE (\S+) (WARN|ERROR) (.*)$/gm;

export async function startWebKit(port: number): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'device-console-webkit-'));
  const display = await startDisplay();
  const child = spawn(programOf('WEBKIT_DRIVER_PATH'), [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name, HOME: home, XDG_CONFIG_HOME: home, NO_AT_BRIDGE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  const address = `http://127.0.0.1:${port}`;
  await answers(address);
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': {
      binary: programOf('MINIBROWSER_PATH'),
      args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
    },
  });
  const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build();
  return {
    page: drive(driver),
    downloads: home,
    messages: () =>
      Array.from(output.matchAll(CONSOLE_LINE), ([, source, level, text]) => `${source} ${level}: ${text}`),
    close: async () => {
      await driver.quit();
      await end(child);
      await end(display.child);
      await rm(home, { recursive: true, force: true });
    },
  };
}
