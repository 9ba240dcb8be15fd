/** robots.txt: the private paths, and the sitemap. */
import type { APIRoute } from 'astro';

export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *
Disallow: /api/
Disallow: /shell/

Sitemap: ${new URL('/sitemap-index.xml', site)}
`);
