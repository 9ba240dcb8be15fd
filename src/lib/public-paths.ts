/**
 * First parts of public paths: `/collection` and all below it, and so on; the home page is public, too. All others are
 * private: never cached on a phone, never prefetched.
 */
export const publicPaths = [
  'collection',
  'category',
  'brand',
  'origin',
  'product',
  'ingredients',
  'skin',
  'about',
  'journal',
  'contact',
  'pages',
  'policies',
  'routine',
] as const;

const pattern = new RegExp(`^/($|(${publicPaths.join('|')})(/|$))`);
/** Whether a page is public: listed in the sitemap, and kept for reading without a connection. */
export const isPublicPath = (pathname: string): boolean => pattern.test(pathname);
