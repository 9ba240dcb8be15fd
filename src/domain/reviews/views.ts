/** The views of the list of reviews, with their labels. */
export const reviewViews = {
  all: 'All',
  shown: 'Shown',
  held: 'Held',
  hidden: 'Hidden',
  photos: 'Photos to look at',
  reported: 'Reported',
  objected: 'Objected',
} as const;
export type ReviewView = keyof typeof reviewViews;
