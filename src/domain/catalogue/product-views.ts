/** The views of the desk's list of products, with their labels. */
export const productViews = {
  all: 'All',
  published: 'Published',
  draft: 'Drafts',
  hidden: 'Hidden',
  retired: 'Retired',
  open: 'Changed since the build',
} as const;
export type ProductView = keyof typeof productViews;
