/** Where to report a weakness of the shop (RFC 9116). Each build renews the date, which may lie a year ahead at most. */
import type { APIRoute } from 'astro';
import { mailboxOf } from '#domain/store/contact.ts';
import { getStore } from '#features/store/store.build.ts';

const validFor = 360 * 24 * 60 * 60 * 1000;

export const GET: APIRoute = async ({ site, url }) => {
  const contact = mailboxOf(await getStore());
  return new Response(`Contact: mailto:${contact}
Expires: ${new Date(Date.now() + validFor).toISOString()}
Preferred-Languages: en, hi
Canonical: ${new URL(url.pathname, site)}
`);
};
