// Finds styles of a remote that would reach beyond its screens, in addition to what css-loader refuses.
import { type Container, type Node, parse } from 'postcss';
import selectorParser, { type Node as SelectorNode, type Selector } from 'postcss-selector-parser';
import type { RefusalId, SourceFault } from './table.ts';

/** Where the subject of a selector is: an element with a class, something within one, or neither. */
type Place = 'classed' | 'within' | 'outside';

const pageRules = /^(font-face|font-palette-values|counter-style|property|view-transition)$/;
const groupingRules = /^(media|supports|container|layer|scope|starting-style)$/;
const otherOrigins = /(?:url\(\s*["']?|^["'])(?:https?:)?\/\/[^"')\s]*/g;

/** Throws an error that names file and line if the text cannot be parsed. */
export function styleFaults(text: string, from?: string): SourceFault[] {
  const sheet = parse(text, { map: false, from });
  const faults: SourceFault[] = [];
  const refuse = (id: RefusalId, node: Node, found: string): void => {
    const { line = 1, column = 1 } = node.source?.start ?? {};
    faults.push({ id, line, column: column - 1, found });
  };
  sheet.walk((node) => {
    if (node.type === 'atrule' && pageRules.test(node.name)) refuse('page-styles', node, `@${node.name}`);
    if (node.type === 'decl' && /^position$/i.test(node.prop) && /^fixed$/i.test(node.value))
      refuse('page-styles', node, 'position: fixed');
    const values = node.type === 'decl' ? node.value : node.type === 'atrule' ? node.params : '';
    for (const [address] of values.matchAll(otherOrigins)) refuse('other-files', node, address);
  });
  for (const { node, selector } of farSelectors(sheet, 'outside')) refuse('page-styles', node, selector);
  return faults;
}

/**
 * The selectors whose subject is neither an element with a class of its own nor something within one. `around` is the
 * place of the rule that they are nested in.
 */
const farSelectors = (container: Container, around: Place): { node: Node; selector: string }[] =>
  (container.nodes ?? []).flatMap((node) => {
    if (node.type === 'atrule') return groupingRules.test(node.name) ? farSelectors(node, around) : [];
    if (node.type !== 'rule') return [];
    const far = selectorParser()
      .astSync(node.selector)
      .nodes.filter((selector) => placeOf(selector, around) === 'outside')
      .map((selector) => ({ node, selector: String(selector).trim() }));
    return [...far, ...farSelectors(node, far.length === 0 ? 'classed' : 'outside')];
  });

function placeOf(selector: Selector, around: Place): Place {
  // A nested selector without & means a descendant of its parent.
  let place = selector.nodes.some(({ type }) => type === 'nesting') ? 'outside' : around;
  let combinator = '';
  for (const step of selector.split(({ type }) => type === 'combinator')) {
    const parts = step.filter(({ type }) => type !== 'combinator' && type !== 'comment');
    if (parts.some(({ type }) => type === 'nesting')) place = around;
    else if (parts.length > 0) place = placeAfter(place, combinator, parts.some(hasClass));
    combinator = String(step.at(-1)).trim();
  }
  return place;
}

function placeAfter(before: Place, combinator: string, isClassed: boolean): Place {
  if (isClassed) return 'classed';
  if (before === 'outside') return 'outside';
  return /^[+~]$/.test(combinator) && before === 'classed' ? 'outside' : 'within';
}

/**
 * Ignores classes in brackets, as in `body:has(.a)`, unless every alternative of `:is()` or `:where()` has a class.
 */
const hasClass = (part: SelectorNode): boolean =>
  part.type === 'class' ||
  part.type === 'id' ||
  (part.type === 'pseudo' &&
    /^:(is|where)$/.test(part.value) &&
    part.nodes.every((selector) => selector.nodes.some(hasClass)));

/** The selector that css-loader reports for having no class of its own; null for other messages. */
export const impureSelector = (message: string) => /Selector "([^"]*)" is not pure/.exec(message)?.[1] ?? null;
