/** Fetches what writes CSV files. The search is there before the code that deals with remotes and its list of parts. */
export const csvCode = { load: () => import(/* webpackChunkName: "part-csv" */ '@device-console/shared-lib/csv') };
