/** The schema of `content/navigation.yaml`: the links of header, side menu and footer. */
import * as z from 'zod';
import { line, pagePath } from '#lib/content-fields.ts';

const link = z.strictObject({
  label: line(40).meta({ title: 'Text' }),
  to: pagePath.meta({
    title: 'Leads to',
    description:
      'Such as /collection or /pages/gifts. It is hidden while its page is not there, and while nothing is in that part of the collection.',
  }),
});

const headerLink = z.strictObject({
  label: link.shape.label,
  inMenu: line(40)
    .optional()
    .meta({ title: 'Text in the side menu', description: 'If it is another one there.' }),
  to: link.shape.to,
});

const links = <Link extends z.ZodType>(one: Link, most: number, title: string, description: string) =>
  z
    .array(one)
    .max(most)
    .meta({ title, item: 'link', description, options: { summary: '{{fields.label}}' } });

export const navigationContent = z.strictObject({
  header: links(headerLink, 6, 'Header', 'Up to six. The one to /collection opens the menu of the shop.'),
  menu: links(
    link,
    20,
    'Side menu',
    'On phones, below the links of the header, the categories and the concerns.',
  ),
  footer: z
    .array(
      z.strictObject({
        title: line(40).meta({ title: 'Title' }),
        links: links(link, 20, 'Links', 'One below the other.'),
      }),
    )
    .max(4)
    .meta({
      title: 'Footer',
      item: 'column',
      description: 'Up to four columns of links. The last one, with phone and email, is always there.',
      options: { summary: '{{fields.title}}' },
    }),
});

export type NavigationContent = z.output<typeof navigationContent>;
