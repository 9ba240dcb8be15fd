/**
 * `content/redirects.yaml`: earlier addresses of pages of the shop. A product, category or brand may have its own in its file
 * too (`aliases`).
 */
import * as z from 'zod';
import { line, pagePath } from '#lib/content-fields.ts';
import { aliasKey } from './old-address.ts';

// A backslash is a slash for browsers: `/\\host` would lead out of the shop.
const path = /^\/(?!\/)[^\s?#\\]*$/;

const redirect = z.strictObject({
  from: line(200)
    .regex(path, 'must be an earlier address without host and spaces, such as /pages/our-story')
    .refine((from) => aliasKey(from), 'must not be the home page')
    .meta({ title: 'Earlier address', description: 'In another shop: /pages/our-story.' }),
  to: pagePath
    .regex(path, 'must be an address of the shop without ? and #, such as /about')
    .meta({ refersTo: 'page', title: 'Leads to', description: 'A page of this shop: /about.' }),
});

export type Redirect = z.output<typeof redirect>;

export const redirectsContent = z
  .strictObject({
    redirects: z
      .array(redirect)
      .default([])
      .meta({
        title: 'Redirects',
        item: 'redirect',
        description:
          'A product, category or brand may have earlier addresses in its own file too, under “Earlier addresses”.',
        options: { summary: '{{fields.from}} to {{fields.to}}' },
      }),
  })
  .superRefine(({ redirects }, context) => {
    const from = new Set<string>();
    const all = new Set(redirects.map((one) => aliasKey(one.from)));
    const refuse = (n: number, field: keyof Redirect, message: string) =>
      context.addIssue({ code: 'custom', path: ['redirects', n, field], message });
    for (const [n, one] of redirects.entries()) {
      const key = aliasKey(one.from);
      if (from.has(key)) refuse(n, 'from', `is the address of another redirect too: ${one.from}`);
      from.add(key);
      if (all.has(aliasKey(one.to))) refuse(n, 'to', `leads on from ${one.to}: name the page where it ends`);
    }
  });
