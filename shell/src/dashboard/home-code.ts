/** Fetches the code of Home, a file of its own that the login page does not need. */
export const homeCode = () => import(/* webpackChunkName: "home" */ './home.tsx');
