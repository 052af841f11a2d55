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
  const address: string;
  export default address;
}
declare module '*.jpg' {
  const address: string;
  export default address;
}
declare module '*.jpeg' {
  const address: string;
  export default address;
}
declare module '*.gif' {
  const address: string;
  export default address;
}
declare module '*.webp' {
  const address: string;
  export default address;
}
declare module '*.avif' {
  const address: string;
  export default address;
}
