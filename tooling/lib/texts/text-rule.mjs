// The rule of ESLint that finds texts outside the catalogues.
/** @import { Rule } from 'eslint' */
/** @import { TextNode } from './text-nodes.mjs' */
import { isUntranslated, wordsBetweenTags } from './text-nodes.mjs';

/** @type {(file: string) => boolean} */
const isTextFile = (file) => /(^|[/-])(messages|texts)\.ts$/.test(file);

/** @type {Rule.RuleModule} */
const textsInCatalogues = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { outside: 'Write this text as t(…): outside it, catalogues do not have it.' },
  },
  create(context) {
    const inTextFile = isTextFile(context.filename);
    /** @type {(node: unknown) => void} */
    const report = (node) => context.report({ node: /** @type {Rule.Node} */ (node), messageId: 'outside' });
    /** @type {(node: unknown) => void} */
    const look = (node) => {
      if (isUntranslated(/** @type {TextNode} */ (node), inTextFile)) report(node);
    };
    /** @type {(node: unknown) => void} */
    const lookBetweenTags = (node) => {
      const words = wordsBetweenTags(/** @type {TextNode} */ (node));
      if (words) report(words);
    };
    return {
      Literal: look,
      TemplateLiteral: look,
      BinaryExpression: look,
      JSXElement: lookBetweenTags,
      JSXFragment: lookBetweenTags,
    };
  },
};

/** The rule under the name by which configurations know it. */
export const textPlugin = { rules: { 'in-catalogues': textsInCatalogues } };
