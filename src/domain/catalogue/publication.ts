/**
 * Whether shoppers see a product, and whether it is sold (docs/behaviour.md, "Drafts, hidden and retired products"). The
 * pages, the sync and the files of the build ask here.
 */
import { indianOffset, oneDay } from '#lib/dates.ts';

/**
 * - `draft`: only the editor's preview shows it.
 * - `published`: it is sold and listed.
 * - `hidden`: it is sold, and its page opens by its link; nothing lists it.
 * - `retired`: it is not sold any more; orders and reviews keep it.
 */
export const productStatuses = ['draft', 'published', 'hidden', 'retired'] as const;

/** @property publishFrom the first day in India, as content has it: its midnight UTC */
export type Publication = { status: (typeof productStatuses)[number]; publishFrom?: Date | undefined };

/** Whether a day of content has begun in India. @param at UTC ms */
export const hasBegun = (day: Date, at: number): boolean => at >= day.getTime() - indianOffset;

/** Whether a product is sold and has a page. @param at UTC ms */
export const isSold = ({ status, publishFrom }: Publication, at: number): boolean =>
  (status === 'published' || status === 'hidden') && (!publishFrom || hasBegun(publishFrom, at));

/** A new arrival is in its first so many days. */
const daysNew = 60;

/** Until when a product is a new arrival, UTC ms. @param publishFrom its first day, as content has it */
export const newUntil = (publishFrom: Date): number =>
  publishFrom.getTime() - indianOffset + daysNew * oneDay;

/** Whether a product is a new arrival. @param at UTC ms */
export const isNew = ({ publishFrom }: Pick<Publication, 'publishFrom'>, at = Date.now()): boolean =>
  publishFrom !== undefined && newUntil(publishFrom) > at;

/** Whether a product that is sold is in the collection, the search, the sitemap, the feed and the like. */
export const isListed = ({ status }: Publication): boolean => status !== 'hidden';

/** The products that are sold. @param at UTC ms */
export const soldProducts = <T extends Publication>(
  products: ReadonlyMap<string, T>,
  at: number,
): Map<string, T> => new Map([...products].filter(([, product]) => isSold(product, at)));
