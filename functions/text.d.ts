/** Wrangler bundles these as text (the `rules` of wrangler.toml). */
declare module '*.yaml' {
  const text: string;
  export default text;
}
declare module '*.txt' {
  const text: string;
  export default text;
}
