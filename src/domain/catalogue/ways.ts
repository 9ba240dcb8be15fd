/** The ways into the collection that menu, footer, home and the collection itself offer. */
import { paths } from '#lib/paths.ts';

/** A link to a part of the collection: a category or the bestsellers, or a search for a concern. */
export type Way = { label: string; only?: string; q?: string };

export type Ways = { categories: Way[]; concerns: Way[] };

export const wayHref = ({ only, q }: Way): string => paths.search({ q, only });
