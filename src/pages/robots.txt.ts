/** For robots: what is nobody's business, and where the rest is listed. */
import type { APIRoute } from 'astro';

export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *
Disallow: /api/
Disallow: /shell/

Sitemap: ${new URL('/sitemap.xml', site)}
`);
