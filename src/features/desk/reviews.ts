/** Reviews as operators look through them. */

/** What the list can be narrowed to, by name. */
export const reviewViews = { all: 'All', shown: 'Shown', hidden: 'Hidden' } as const;
export type ReviewView = keyof typeof reviewViews;
