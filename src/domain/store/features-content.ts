/** The switches of the shop: a part of `content/store.yaml`. */
import * as z from 'zod';
import type { Feature } from './features.ts';

/** A switch that is on unless the file says otherwise. */
const on = (title: string, description: string) => z.boolean().default(true).meta({ title, description });

export const featuresContent = z
  .strictObject({
    skin: on(
      'My skin',
      'What suits whose skin: its page, the filter by skin type, and the reasons on products.',
    ),
    routine: on('Routine', 'The planner, what goes well together, and its notes in the cart.'),
    ingredients: on('Ingredients', 'Their pages, and the filters “Free from” and “With”.'),
    journal: on('Journal', 'Its articles, and the feed.'),
    reviews: on('Reviews', 'Of products: reading, writing, stars, and the emails that ask for them.'),
    newsletter: on('Newsletter', 'The form on the home page, and the welcome code.'),
    results: on('Before and after', 'The pair of pictures on the home page.'),
    wishlist: on('Wish list', 'Hearts on products, and the page of what is saved.'),
  } satisfies Record<Feature, z.ZodType>)
  .prefault({})
  .meta({
    title: 'Switches',
    description:
      'A part that is off has no page, no link and no email, and needs no file of content. Ways to pay have their own switches.',
  });
