/**
 * Where public pages live: `/collection` and all below it, and so on; home is public too. What is not listed is
 * private: never kept on a phone, never fetched in advance.
 */
export const publicPlaces = ['collection', 'product', 'about', 'journal', 'contact', 'policies'] as const;
