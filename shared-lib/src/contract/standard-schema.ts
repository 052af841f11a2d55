/**
 * A schema as valibot, zod and others have it (Standard Schema), as much of it as is used here. It must not be
 * asynchronous.
 */
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
