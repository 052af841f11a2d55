/** What modules are set to. Each declares its own here; a module that is off has undefined, or its defaults. */
export interface ModuleSettings {
  /** These are the core's. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly demo: boolean;
}
