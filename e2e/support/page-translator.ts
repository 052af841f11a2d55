import type { Page } from '@playwright/test';

/**
 * Translates every page as browsers' translators do: each text, also one that comes later, is replaced by another text
 * within two `<font>`s. `obeys`: leaves alone what the page says is not to be translated.
 */
export async function translatePage(page: Page, { obeys }: { readonly obeys: boolean }): Promise<void> {
  await page.addInitScript((isObeying) => {
    const untouched = 'font, script, style, textarea, title, noscript, svg, option';
    const isLeft = ({ parentElement, data }: Text): boolean =>
      parentElement === null ||
      data.trim() === '' ||
      parentElement.closest(untouched) !== null ||
      (isObeying && parentElement.closest('[translate="no"]') !== null);
    const translate = (text: Text): void => {
      if (isLeft(text)) return;
      const inner = document.createElement('font');
      inner.append(text.data);
      const outer = document.createElement('font');
      outer.append(inner);
      text.replaceWith(outer);
    };
    const translateWithin = (node: Node): void => {
      if (node instanceof Text) return translate(node);
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
      texts.forEach(translate);
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') translateWithin(target);
        addedNodes.forEach(translateWithin);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  }, obeys);
}
