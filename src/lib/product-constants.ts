/**
 * Constants of products that scripts of pages need. Not in product.ts, whose schemas would bring zod to the page.
 */

/** The four skin types, and the choice of all of them. */
export const anySkin = 'For All Skin Types';
export const skinTypes = ['Oily Skin', 'Dry Skin', 'Combination Skin', 'Sensitive Skin'] as const;
export const skinChoices = [anySkin, ...skinTypes] as const;
export type SkinChoice = (typeof skinChoices)[number];

/** Categories of the product FAQ (docs/behaviour.md, "Products"); `all` is the tab that shows every one. */
export const faqCategories = ['usage', 'ingredients', 'results', 'skin-types', 'ethics'] as const;

/** Longest text of a search, characters: as long as the longest name of a product. */
export const longestSearch = 160;
