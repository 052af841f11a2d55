/** A refusal that the operator can understand and act on: answered as HTTP 200 with status `error` (D2a). */
export class BusinessError extends Error {
  override readonly name = 'BusinessError';
}
