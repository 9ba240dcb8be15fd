/** Addresses that only some pages and later scripts use. Not in paths.ts, which is in the script of every page. */

import { productPath } from './paths.ts';

/** All products, for the search. */
export const collectionFile = '/collection.json';
/** What the search knows of words and pages. */
export const searchFile = '/search.json';
/** Names of the ingredients that products contain, and which products they are: for the filters. */
export const ingredientNamesFile = '/ingredient-names.json';
export const ingredientProductsFile = '/ingredient-products.json';
/** Which products have which category, brand, price and the like: for the filters that count their results. */
export const facetsFile = '/facets.json';

/** What products with sales cost without them, and their sales. Only the Worker reads it: it names coming sales. */
export const productSalesFile = '/api/product/sales.json';
/** Rules and products of the planner. */
export const routineFile = '/routine.json';
/** Pages that a search box leads to instead of products. */
export const servicesFile = '/services.json';
/** What an empty search box suggests. */
export const popularFile = '/popular-searches.json';
/** Under what other names the list of ingredients finds them. */
export const ingredientWordsFile = '/ingredient-words.json';
/** What My skin says on cards. */
export const skinMarksFile = '/skin-marks.json';

/** A page of the shop's own: a file of `pages` in the content. */
export const ownPagePath = (slug: string): string => `/pages/${slug}`;

/** The wish list; with ids after `#`, that of somebody else. */
export const wishlistPath = '/wishlist';

/** The path of the drawing that stands for a product without a picture. */
export const productDrawing = (id: string): string => `/media/products/${id}/drawn.svg`;

/** The reviews of a product, for browsers without scripts: the Worker fills the shell. */
export const reviewsPage = (id: string): string => `${productPath(id)}/reviews`;
/** A page of the collection, or of a group of its products. @param path of the first page @param page 1 is the first */
export const pagePath = (path: string, page: number): string => (page > 1 ? `${path}/${page}` : path);
/** The form for a review on a product's page. */
export const reviewFormOf = (id: string): string => `${productPath(id)}#write-review`;
