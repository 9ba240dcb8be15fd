/** An island that loads on intent sends it, bubbling, when React has hydrated the island. */
export const hydratedEvent = 'shop:hydrated';

/** A component has failed and its island is about to be replaced: what was typed has to be kept now. */
export const brokenEvent = 'shop:broken';

/** An island that loads on intent sends it, bubbling, when its script is missing: the directive is a bundle of its own. */
export const missingEvent = 'shop:missing';
