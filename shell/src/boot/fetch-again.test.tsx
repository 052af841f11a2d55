import { answerFetch, away, served } from '../testing/answer-fetch.ts';
import { fetchAgainWhatFails } from './fetch-again.ts';

const address = 'http://remotes.test/late.0a1b2c3d4e5f.js';
let asked: ReturnType<typeof answerFetch>;

beforeAll(() => fetchAgainWhatFails(document));
beforeEach(() => {
  asked = answerFetch(served(''));
  document.head.innerHTML = '';
});

/** An element that loads a file with its hash, as a bundler's runtime makes it, and the events that it gets. */
function loading(tag: 'link' | 'script', attributes: Readonly<Record<string, string>> = {}) {
  const element = document.createElement(tag);
  const own = tag === 'script' ? { src: address } : { href: address, rel: 'stylesheet' };
  const all = { ...own, integrity: 'sha384-x', crossorigin: 'anonymous', ...attributes };
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
  const heard: string[] = [];
  element.onload = () => void heard.push('load');
  element.onerror = () => void heard.push('error');
  document.head.append(element);
  return { element, heard };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

/** Lets the file fail to load. Returns the element that loads it again, if there is one. */
async function failing(element: Element): Promise<Element | undefined> {
  element.dispatchEvent(new Event('error'));
  await settled();
  return [...document.head.children].find((one) => one !== element);
}

describe('a file with a hash that did not load', () => {
  it.each(['script', 'link'] as const)('(%s) is fetched past the cache and loaded again', async (tag) => {
    const { element, heard } = loading(tag);
    const again = await failing(element);
    const init = { cache: 'reload', credentials: 'same-origin', integrity: 'sha384-x' };
    expect(asked.mock.calls).toMatchObject([[address, init]]);
    expect(again?.outerHTML).toBe(element.outerHTML);
    expect(heard).toEqual([]);
    again?.dispatchEvent(new Event('load'));
    expect(heard).toEqual(['load']);
    // A runtime that finds a script of this address would wait for an end that has been.
    expect(again?.isConnected).toBe(tag === 'link');
  });

  it('is said to have failed where it is still another one, and asked for no third time', async () => {
    asked = answerFetch(away);
    const { element, heard } = loading('script');
    expect(await failing(element)).toBeUndefined();
    expect(heard).toEqual(['error']);
    expect(await failing(element)).toBeUndefined();
    expect(heard).toEqual(['error', 'error']);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('is said to have failed where the browser still does not run it', async () => {
    const { element, heard } = loading('link');
    const again = await failing(element);
    again?.dispatchEvent(new Event('error'));
    expect(heard).toEqual(['error']);
    expect(again?.isConnected).toBe(false);
    expect(asked).toHaveBeenCalledTimes(1);
  });
});

it.each([
  ['a script without a hash', 'script', { integrity: '' }],
  ['a preload, which is only a head start', 'link', { rel: 'preload' }],
] as const)('%s is left alone', async (_what, tag, attributes) => {
  const { element, heard } = loading(tag, attributes);
  expect(await failing(element)).toBeUndefined();
  expect(heard).toEqual(['error']);
  expect(asked).not.toHaveBeenCalled();
});
