/** As much of a Standard Schema (valibot, zod …) as is used here. It must not be asynchronous. */
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
