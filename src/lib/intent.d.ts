import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Loads when someone is about to use the island; `query`: at once when the address holds a search. */
    'client:intent'?: boolean | 'query';
  }
}
