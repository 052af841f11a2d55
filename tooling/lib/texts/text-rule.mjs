// Lint rule that finds texts for people outside t().
/** @import { Rule } from 'eslint' */
/** @import { TextNode } from './text-nodes.mjs' */
import { isUntranslated } from './text-nodes.mjs';

/** @type {(file: string) => boolean} */
const isTextFile = (file) => /(^|[/-])(messages|texts)\.ts$/.test(file);

/** @type {Rule.RuleModule} */
export const textsInCatalogues = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { outside: 'A text for people stands outside t(). Its catalogue would lack it.' },
  },
  create(context) {
    /** @type {(node: unknown) => void} */
    const look = (node) => {
      if (isUntranslated(/** @type {TextNode} */ (node), isTextFile(context.filename)))
        context.report({ node: /** @type {Rule.Node} */ (node), messageId: 'outside' });
    };
    return { Literal: look, TemplateLiteral: look, BinaryExpression: look, JSXText: look };
  },
};

export default { meta: { name: 'texts' }, rules: { 'in-catalogues': textsInCatalogues } };
