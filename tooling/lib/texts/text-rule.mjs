// The rule of ESLint that finds texts outside the catalogues; its fix moves them in.
/** @import { Rule } from 'eslint' */
/** @import { Parts, TextNode } from './text-nodes.mjs' */
import { dirname, join, relative } from 'node:path';
import { rootDir } from '../paths.mjs';
import { partsOfText, translatorCall, untranslated } from './text-nodes.mjs';

/** @type {(node: TextNode) => Rule.Node} */
const asKnown = (node) => /** @type {Rule.Node} */ (/** @type {unknown} */ (node));

/** @type {(file: string) => boolean} */
const isTextFile = (file) => /(^|[/-])(messages|texts)\.ts$/.test(file);

/**
 * Where the translator of a file's package is, as the file imports it.
 * @type {(file: string) => string}
 */
function translatorFor(file) {
  const packageName = relative(rootDir, file).replaceAll('\\', '/').split('/')[0] ?? '';
  const translator = join(rootDir, packageName, 'src', packageName === 'shared-lib' ? 'i18n/own.ts' : 't.ts');
  const path = relative(dirname(file), translator).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/**
 * Text between tags as browsers show it: lines without their indentation, joined by spaces.
 * @type {(text: string) => string}
 */
function shownText(text) {
  const lines = text.split('\n').map((line, index, all) => {
    const started = index === 0 ? line : line.trimStart();
    return index === all.length - 1 ? started : started.trimEnd();
  });
  return lines.filter((line) => line !== '').join(' ');
}

const plainValues = ['Identifier', 'MemberExpression', 'CallExpression', 'TemplateLiteral', 'Literal'];

/**
 * The children of an element as one text, where they are nothing but words and simple values.
 * @type {(children: readonly TextNode[]) => Parts | null}
 */
function sentenceOf(children) {
  /** @type {Parts} */
  const parts = { words: [''], values: [] };
  for (const child of children) {
    if (child.type === 'JSXText') parts.words.push((parts.words.pop() ?? '') + shownText(String(child.value)));
    else {
      const text = partsOfText(child.expression);
      if (child.type !== 'JSXExpressionContainer' || !plainValues.includes(child.expression?.type ?? '')) return null;
      if (text?.values.length === 0) parts.words.push((parts.words.pop() ?? '') + text.words[0]);
      else {
        parts.values.push(/** @type {TextNode} */ (child.expression));
        parts.words.push('');
      }
    }
  }
  return parts;
}

/** @type {Rule.RuleModule} */
const textsInCatalogues = {
  meta: {
    type: 'problem',
    fixable: 'code',
    schema: [],
    messages: {
      outside: 'A text for people stands outside t(). Its catalogue would lack it.',
      noImport: 'Import t of the package.',
    },
  },
  create(context) {
    const { sourceCode, filename } = context;
    const inTextFile = isTextFile(filename);
    /** @type {(node: TextNode, call: string | null) => void} */
    const report = (node, call) =>
      context.report({
        node: asKnown(node),
        messageId: 'outside',
        ...(call !== null && { fix: (fixer) => fixer.replaceText(asKnown(node), call) }),
      });
    /** @type {(node: TextNode) => void} */
    const look = (node) => {
      const parts = untranslated(node, inTextFile);
      if (!parts) return;
      const call = translatorCall(parts, sourceCode);
      report(node, call && node.parent?.type === 'JSXAttribute' ? `{${call}}` : call);
    };
    /** @type {(node: TextNode) => void} */
    const lookBetweenTags = (node) => {
      const { children = [] } = node;
      const texts = children.filter(({ type, value }) => type === 'JSXText' && /\p{L}{2}/u.test(String(value)));
      const [first, last] = [children[0], children.at(-1)];
      if (texts.length === 0 || !first?.range || !last?.range) return;
      const range = /** @type {[number, number]} */ ([first.range[0], last.range[1]]);
      const sentence = sentenceOf(children);
      const whole = sentence && translatorCall(sentence, sourceCode);
      if (sentence)
        context.report({
          node: asKnown(texts[0] ?? node),
          messageId: 'outside',
          ...(whole !== null && { fix: (fixer) => fixer.replaceTextRange(range, `{${whole}}`) }),
        });
      else
        for (const text of texts) {
          const shown = shownText(String(text.value));
          const call = translatorCall({ words: [shown.trim()], values: [] }, sourceCode);
          const [before, after] = [/^\s/.test(shown) ? "{' '}" : '', /\s$/.test(shown) ? "{' '}" : ''];
          report(text, call && `${before}{${call}}${after}`);
        }
    };
    return {
      Literal: (node) => look(/** @type {TextNode} */ (/** @type {unknown} */ (node))),
      TemplateLiteral: (node) => look(/** @type {TextNode} */ (/** @type {unknown} */ (node))),
      BinaryExpression: (node) => look(/** @type {TextNode} */ (/** @type {unknown} */ (node))),
      JSXElement: (/** @type {unknown} */ node) => lookBetweenTags(/** @type {TextNode} */ (node)),
      JSXFragment: (/** @type {unknown} */ node) => lookBetweenTags(/** @type {TextNode} */ (node)),
      'Program:exit': (program) => {
        const through = sourceCode.scopeManager.globalScope?.through ?? [];
        const used = through.find(({ identifier }) => identifier.name === 't');
        if (!used) return;
        const last = program.body.filter(({ type }) => type === 'ImportDeclaration').at(-1);
        const line = `import { t } from '${translatorFor(filename)}';`;
        context.report({
          node: used.identifier,
          messageId: 'noImport',
          fix: (fixer) =>
            last ? fixer.insertTextAfter(last, `\n${line}`) : fixer.insertTextBeforeRange([0, 0], `${line}\n\n`),
        });
      },
    };
  },
};

/** The rule under the name by which configurations know it. */
export const textPlugin = { rules: { 'in-catalogues': textsInCatalogues } };
