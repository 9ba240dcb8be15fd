/**
 * Speculation rules: pages that a browser may prefetch or prerender when a link is hovered for 200 ms or pressed
 * ("moderate"). Browsers without speculation rules ignore them; the others skip them when battery or memory is low.
 */
import { paths } from '#lib/paths.ts';
import { publicPaths } from '#lib/public-paths.ts';

/** Prerendered: products are opened often, and their first screen is light. */
const rendered = ['/product/*'];

/** Prefetched: only the HTML. */
const fetched = [
  paths.home,
  ...publicPaths.filter((place) => place !== 'product').flatMap((place) => [`/${place}`, `/${place}/*`]),
];

const rule = (addresses: readonly string[]) => ({
  where: {
    and: [
      { href_matches: [...addresses] },
      // Searches are typed; links to a new tab leave this page.
      { not: { href_matches: '/*\\?*=*' } },
      // Those in a list of ingredients are explained on the page.
      { not: { selector_matches: '[target=_blank], .inci a' } },
    ],
  },
  eagerness: 'moderate',
});

/** The content of `<script type="speculationrules">`; the content security policy needs its hash. */
export const speculationRules = JSON.stringify({ prerender: [rule(rendered)], prefetch: [rule(fetched)] });
