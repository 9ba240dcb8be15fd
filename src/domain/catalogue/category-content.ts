/** What editors write of a category and of a brand: a file each, whose name is the last part of the page's address. */

import { unitCodes } from 'gst/units';
import * as z from 'zod';
import { stepId } from '#domain/routine/product-routine.ts';
import { hsnCode } from '#domain/tax/hsn-code.ts';
import { line, optionalLine, pictureFile, text } from '#lib/content-fields.ts';
import { drawings } from './placeholder.ts';
import { productId } from './product-id.ts';
import { count } from './variant.ts';

/** The place of what has none. */
const lastPlace = 1_000_000;

const groupPicture = (folder: string) =>
  z
    .strictObject({
      file: pictureFile(folder).meta({ title: 'Picture' }),
      alt: optionalLine(160).meta({
        title: 'What can be seen',
        description: 'One sentence, for those who cannot see it.',
      }),
    })
    .optional()
    .meta({ title: 'Picture', description: 'Beside the title of the page. 3:2 fits best, 1200 px wide.' });

const aliases = z
  .array(
    line(200).regex(
      /^[^\s?#]+$/,
      'must be an earlier address without spaces, such as /collections/face-serums',
    ),
  )
  .default([])
  .meta({
    title: 'Earlier addresses',
    item: 'address',
    description: 'Addresses in another shop, such as /collections/face-serums. They lead to its page.',
  });

/** `content/categories/<slug>.yaml`. Products name it with spaces: `face oil` for `face-oil.yaml`. */
export const categoryContent = z.strictObject({
  name: line(40).meta({ title: 'Name', description: 'As menus and its page call it: Serums.' }),
  /** How one of its products is called: `moisturiser`. Left out, as products name the category. */
  label: line(40)
    .optional()
    .meta({
      title: 'Name of one',
      description:
        'How cards call one of its products, in small letters: serum. Left out, it is the category as products have it.',
    }),
  text: text(600)
    .optional()
    .meta({ title: 'Text', description: 'One to three sentences below the title of its page.' }),
  picture: groupPicture('content/categories'),
  /** The slug of the category that contains it. */
  parent: productId
    .optional()
    .meta({
      title: 'Part of',
      description: 'The page of that category shows its products too, and menus show only that one.',
      refersTo: 'category',
      widget: 'parentCategory',
    }),
  /** Place in menus. */
  order: count('must be a whole number, 0 or more')
    .default(lastPlace)
    .meta({ title: 'Place in menus', description: 'Small numbers come first: 10, 20, 30.' }),
  /** For its products that have none of their own. It needs a rate in `content/tax.yaml`. */
  hsn: hsnCode
    .optional()
    .meta({
      title: 'HSN',
      description:
        'For its products without a code: six digits, one of those under “Tax”. Left out, it is the shop’s code, also there.',
    }),
  unitCode: z
    .enum(unitCodes)
    .optional()
    .meta({
      title: 'Unit on invoices',
      description: 'For its products without a unit: NOS for single pieces, SET for kits.',
    }),
  /** Id of a step of `content/routine.yaml`, for products whose routine names none. */
  step: stepId
    .optional()
    .meta({
      title: 'Step of a routine',
      description: 'The short name of the step at which its products are used: treat.',
    }),
  /** For the feed of Google and others (src/domain/seo/merchant.ts). */
  googleCategory: line(200)
    .optional()
    .meta({
      title: 'Category at Google',
      description:
        'From Google’s list of product categories: Health & Beauty > Personal Care > Hair Care. Left out, it is that of the category above, or Google decides.',
    }),
  drawing: z
    .enum(drawings)
    .optional()
    .meta({
      title: 'Drawn as',
      description: 'The pack that the shop draws for its products without a picture.',
    }),
  aliases,
});

export type CategoryContent = z.output<typeof categoryContent>;

/** `content/brands/<slug>.yaml`. A brand without a file has a page too, with its name alone. */
export const brandContent = z.strictObject({
  name: line(80).meta({ title: 'Name', description: 'As its products have it.' }),
  text: text(600)
    .optional()
    .meta({ title: 'Text', description: 'One to three sentences below the title of its page.' }),
  picture: groupPicture('content/brands'),
  aliases,
});

export type BrandContent = z.output<typeof brandContent>;
