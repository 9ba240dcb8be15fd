/** The policies in `content/policies`, in their order, and the schema of their front matter. */
import * as z from 'zod';
import { text } from '#lib/content-fields.ts';
import { sample } from '#lib/sample-field.ts';

/** Policies that must exist: other pages link to them. A shop can have more of its own. */
export const policySlugs = [
  'privacy',
  'terms',
  'shipping',
  'refund',
  'reviews',
  'grievance',
  'fair-design',
] as const;

/** The front matter of `content/policies/<slug>.md`. */
export const policyContent = z.strictObject({
  title: text(60).meta({ title: 'Title' }),
  /** The short title in lists. */
  short: text(24).meta({ title: 'Short title', description: 'The name in lists of policies.' }),
  /** One or two sentences below the title, also the description for search engines. */
  summary: text(200).meta({
    title: 'Summary',
    description: 'One or two sentences, shown under the title and by search engines.',
  }),
  updated: z
    .date('must be a date such as 2026-11-21')
    .meta({ title: 'Date', description: 'The day of this change. The page shows it.' }),
  /** Whether a lawyer has not reviewed it yet; the page says so. */
  sample: z
    .boolean()
    .default(false)
    .meta({
      title: 'Sample',
      description: 'Keep it on until a lawyer has read the page. The page shows this.',
    }),
});

/** The front matter of `content/pages/<slug>.md`, a page of the shop's own at `/pages/<slug>`. */
export const ownPageContent = z.strictObject({
  title: policyContent.shape.title,
  summary: policyContent.shape.summary,
  updated: policyContent.shape.updated,
  sample,
});
