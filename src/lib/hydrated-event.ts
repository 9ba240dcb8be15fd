/** An island that loads on intent sends it, bubbling, when React has hydrated the island. */
export const hydratedEvent = 'harita:hydrated';
