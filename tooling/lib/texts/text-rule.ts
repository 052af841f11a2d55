// Lint rule that finds texts for people outside t().
import type { Rule } from 'eslint';
import { type TextNode, isUntranslated } from './text-nodes.ts';

const isTextFile = (file: string): boolean => /(^|[/-])(messages|texts)\.ts$/.test(file);

export const textsInCatalogues: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { outside: 'A text for people stands outside t(). Its catalogue would lack it.' },
  },
  create(context) {
    const look = (node: unknown): void => {
      if (isUntranslated(node as TextNode, isTextFile(context.filename)))
        context.report({ node: node as Rule.Node, messageId: 'outside' });
    };
    return { Literal: look, TemplateLiteral: look, BinaryExpression: look, JSXText: look };
  },
};

export default { meta: { name: 'texts' }, rules: { 'in-catalogues': textsInCatalogues } };
