/** What the side menu offers besides the parts of the collection. */
export const services: { label: string; href: string }[] = [
  { label: 'My skin', href: paths.skin },
  { label: 'Plan a routine', href: paths.routine },
  { label: 'Wish list', href: wishlistPath },
  { label: 'Ingredients', href: paths.ingredients },
  { label: 'Track order', href: `${paths.contact}#track` },
  { label: 'Help', href: `${paths.contact}#faqs` },
];

/** The header's links. The mobile menu calls SHOP "COLLECTION" (docs/behaviour.md, "Header"). */
import { wishlistPath } from '#lib/more-paths.ts';
import { aboutPath, paths } from '#lib/paths.ts';

export const links: { label: string; inMenu?: string; href: string }[] = [
  { label: 'HOME', href: paths.home },
  { label: 'SHOP', inMenu: 'COLLECTION', href: paths.collection },
  { label: 'ABOUT', href: aboutPath },
  { label: 'CONTACT', href: paths.contact },
];
