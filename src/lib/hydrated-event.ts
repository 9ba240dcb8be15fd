/** An island that loads on intent sends it, bubbling, when React has hydrated the island. */
export const hydratedEvent = 'harita:hydrated';

/** An island that loads on intent sends it, bubbling, when its script is missing: the directive is a bundle of its own. */
export const missingEvent = 'harita:missing';
