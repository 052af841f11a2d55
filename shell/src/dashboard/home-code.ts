/** Fetches what stands on Home: a file of its own, which the login page does without. */
export const homeCode = () => import(/* webpackChunkName: "home" */ './home.tsx');
