/**
 * What a browser may fetch or render before a link is followed, once a finger or a pointer is about to
 * ("moderate": hovered for 200 ms, or pressed). Browsers that do not know speculation rules skip them, and
 * those that do keep still themselves when the battery or the memory is low.
 */
import { paths } from '#lib/paths.ts';
import { publicPlaces } from '#lib/public.ts';

/** Rendered: one finds them by looking at card after card, and their first screen is light. */
const rendered = ['/product/*'];

/** Fetched: their page alone, without pictures or scripts. */
const fetched = [
  paths.home,
  ...publicPlaces.filter((place) => place !== 'product').flatMap((place) => [`/${place}`, `/${place}/*`]),
];

const rule = (addresses: readonly string[]) => ({
  where: {
    and: [
      { href_matches: [...addresses] },
      // A search is typed, not pointed at; and what opens elsewhere is not this visit's.
      { not: { href_matches: '/*\\?*=*' } },
      { not: { selector_matches: '[target=_blank]' } },
    ],
  },
  eagerness: 'moderate',
});

/** For a `<script type="speculationrules">`; the policy has to know its hash. */
export const speculationRules = JSON.stringify({ prerender: [rule(rendered)], prefetch: [rule(fetched)] });
