// The first script of the page. It is compiled for any browser, so that one which cannot run the console says so in
// words, and so does a page whose files do not come. It imports nothing.
export {};

declare global {
  /** The supported browsers, by name, with their first version. Inserted by tooling/lib/boot-script.ts. */
  const CONSOLE_BROWSERS: Readonly<Record<string, string>>;
}

/** Milliseconds for the console to start after a file failed: it is fetched once more by then. */
const START_MS = 8_000;

type Reason = 'old' | 'cut-off';

const texts = {
  en: {
    old: 'This browser is too old for Device Console',
    'cut-off': 'A file of Device Console did not come',
    needs: 'Device Console needs one of these, or a newer version: ',
    do: 'Update this browser, or open the console in another one.',
    again: 'Something between this browser and the console’s server, such as a proxy, has held it back or changed it.',
    reload: 'Reload',
    file: 'File: ',
    has: 'This browser: ',
  },
  hi: {
    old: 'यह ब्राउज़र Device Console के लिए बहुत पुराना है',
    'cut-off': 'Device Console की एक फ़ाइल नहीं आई',
    needs: 'Device Console के लिए इनमें से एक, या उससे नया संस्करण चाहिए: ',
    do: 'इस ब्राउज़र को अपडेट करें, या कंसोल को किसी दूसरे ब्राउज़र में खोलें।',
    again: 'इस ब्राउज़र और कंसोल के सर्वर के बीच किसी चीज़ ने, जैसे प्रॉक्सी ने, उसे रोका या बदला है।',
    reload: 'फिर से लोड करें',
    file: 'फ़ाइल: ',
    has: 'यह ब्राउज़र: ',
  },
};

/** True if the browser knows what the newest of the console's parts need: by docs/browsers.md. */
function isSupported(): boolean {
  const css = window.CSS as typeof CSS | undefined;
  return (
    css !== undefined &&
    typeof css.supports === 'function' &&
    css.supports('color', 'light-dark(#fff, #000)') &&
    css.supports('selector(:has(a))') &&
    'toSorted' in Array.prototype
  );
}

/** The stored choice of language cannot be read where site data is blocked. */
function chosenLanguage(): keyof typeof texts {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('browser:language');
  } catch {
    chosen = null;
  }
  return (chosen || navigator.language || '').indexOf('hi') === 0 ? 'hi' : 'en';
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.style.margin = '0.75em 0';
  made.appendChild(document.createTextNode(text));
  return made;
}

/** `Chrome 123, Edge 123, …`. */
function namesOfBrowsers(): string {
  const names: string[] = [];
  for (const name in CONSOLE_BROWSERS) names.push(`${name} ${CONSOLE_BROWSERS[name]}`);
  return names.join(', ');
}

function show(reason: Reason, detail: string): void {
  const place = document.getElementById('console');
  // The console has started.
  if (!place || place.firstChild) return;
  const words = texts[chosenLanguage()];
  const box = element('main', '');
  box.setAttribute('role', 'alert');
  box.style.cssText = 'max-width:34em;margin:15vh auto 0;padding:0 1.5em;font:16px/1.5 sans-serif';
  const title = element('h1', words[reason]);
  title.style.fontSize = '1.4em';
  box.appendChild(title);
  if (reason === 'old') {
    box.appendChild(element('p', `${words.needs}${namesOfBrowsers()}.`));
    box.appendChild(element('p', words.do));
  } else {
    box.appendChild(element('p', words.again));
    const reload = element('button', words.reload);
    reload.style.cssText = 'padding:.5em 1em;font:inherit';
    reload.onclick = () => location.reload();
    box.appendChild(reload);
  }
  const about = element('p', (reason === 'old' ? words.has : words.file) + detail);
  about.style.fontSize = '0.85em';
  box.appendChild(about);
  place.appendChild(box);
}

function whenParsed(work: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work);
  else work();
}

if (isSupported()) {
  window.addEventListener(
    'error',
    (event) => {
      const { target } = event;
      // A picture or a preload that fails keeps nothing from starting.
      if (target instanceof Element && !(target instanceof HTMLScriptElement)) return;
      const file = target instanceof HTMLScriptElement ? target.src : (event as ErrorEvent).filename;
      setTimeout(() => whenParsed(() => show('cut-off', file || String((event as ErrorEvent).message))), START_MS);
    },
    true,
  );
} else {
  document.documentElement.setAttribute('data-unsupported', '');
  whenParsed(() => show('old', navigator.userAgent));
}
