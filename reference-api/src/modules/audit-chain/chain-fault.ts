/** What does not fit in the chain, and where: the first of it ends a look at the whole. */
export class ChainFault extends Error {
  override readonly name = 'ChainFault';
}
