/** The databases that the store works on. */
export type StoreDialect = 'sqlite' | 'postgres';
