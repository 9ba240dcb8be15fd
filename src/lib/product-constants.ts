/**
 * The few facts about products that scripts on every page need. They stand apart from product.ts, whose
 * schemas would bring the whole of zod to a shopper's phone.
 */

/** The four skin types that a shopper can choose, and the choice that keeps everything. */
export const anySkin = 'For All Skin Types';
export const skinTypes = ['Oily Skin', 'Dry Skin', 'Combination Skin', 'Sensitive Skin'] as const;
export const skinChoices = [anySkin, ...skinTypes] as const;
export type SkinChoice = (typeof skinChoices)[number];

/** "Only 3 left" starts at this many pieces. */
export const lowStock = 5;
