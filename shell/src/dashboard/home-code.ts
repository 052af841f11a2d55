/** A chunk of its own, which the login page does not need. */
export const homeCode = () => import(/* webpackChunkName: "home" */ './home.tsx');
