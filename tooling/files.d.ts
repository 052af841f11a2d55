// Types of the files other than scripts that a remote may import; listed in `types` of its tsconfig.json.
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

/** An image's address, for `src` and `url()`. It is a data: URL, so that the hash of the script or style covers it. */
declare module '*.svg' {
  const address: string;
  export default address;
}
declare module '*.png' {
  export { default } from '*.svg';
}
declare module '*.jpg' {
  export { default } from '*.svg';
}
declare module '*.jpeg' {
  export { default } from '*.svg';
}
declare module '*.gif' {
  export { default } from '*.svg';
}
declare module '*.webp' {
  export { default } from '*.svg';
}
declare module '*.avif' {
  export { default } from '*.svg';
}
