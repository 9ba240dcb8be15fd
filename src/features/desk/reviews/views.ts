/** The views of the list of reviews, with their labels. */
export const reviewViews = { all: 'All', shown: 'Shown', hidden: 'Hidden' } as const;
export type ReviewView = keyof typeof reviewViews;
