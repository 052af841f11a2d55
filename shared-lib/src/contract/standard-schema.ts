/** The part of a Standard Schema (valibot, zod …) that is used. It must be synchronous. */
export interface StandardSchema<Value> {
  readonly '~standard': {
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Value; readonly issues?: undefined }
      | { readonly issues: readonly unknown[] }
      | Promise<unknown>;
  };
}
