/** The header's links. The mobile menu calls SHOP "COLLECTION" (docs/behaviour.md 3.2). */
import { paths } from '#lib/paths.ts';

export const links: { label: string; inMenu?: string; href: string }[] = [
  { label: 'HOME', href: paths.home },
  { label: 'SHOP', inMenu: 'COLLECTION', href: paths.collection },
  { label: 'ABOUT', href: paths.about },
  { label: 'CONTACT', href: paths.contact },
];
