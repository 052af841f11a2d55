// Lint rule that keeps screens to shared-lib's data: what changes nothing is not called by hand.
import type { Rule } from 'eslint';

type CallExpression = Parameters<NonNullable<Rule.RuleListener['CallExpression']>>[0];

const nameOf = (node: object): unknown => ('name' in node ? node.name : undefined);

/** `api.call(…)`, of a client of any owner. */
function isCallOfClient({ callee }: CallExpression): boolean {
  if (callee.type !== 'MemberExpression' || nameOf(callee.property) !== 'call') return false;
  const { object } = callee;
  return nameOf(object.type === 'MemberExpression' ? object.property : object) === 'api';
}

/** A change has a transaction id, so that it is done once. Options of somebody else may have one. */
function isChange({ arguments: [, , options] }: CallExpression): boolean {
  if (options === undefined) return false;
  if (options.type !== 'ObjectExpression') return true;
  return options.properties.some(
    (property) => property.type === 'Property' && nameOf(property.key) === 'transactionId',
  );
}

export const readsThroughData: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      byHand:
        'A screen reads by useAnswer(), useAskedAnswer(), useDevice() or useRead() of shared-lib, and a change has a ' +
        'transactionId.',
    },
  },
  create: ({ report }) => ({
    CallExpression(node) {
      if (isCallOfClient(node) && !isChange(node)) report({ node, messageId: 'byHand' });
    },
  }),
};

export default { meta: { name: 'reads' }, rules: { 'through-data': readsThroughData } };
