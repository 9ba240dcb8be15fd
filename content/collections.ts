/**
 * The content types: which files editors write, and the schema of each. Astro (src/content.config.ts), the checks and
 * the sync (tools/lib/content.ts) and the editor (tools/edit/collections.ts) read this list.
 */
import type { z } from 'zod';
import { aboutContent } from '#domain/about/about.ts';
import { ingredientsContent } from '#domain/about/ingredients.ts';
import { sustainabilityContent } from '#domain/about/sustainability.ts';
import { teamContent } from '#domain/about/team.ts';
import { themeContent } from '#domain/brand/theme.ts';
import { brandContent, categoryContent } from '#domain/catalogue/category-content.ts';
import { collectionContent } from '#domain/catalogue/collection.ts';
import { productContent } from '#domain/catalogue/product-content.ts';
import { redirectsContent } from '#domain/catalogue/redirects-content.ts';
import { deliveryContent } from '#domain/delivery/delivery-content.ts';
import { homeContent } from '#domain/home/home.ts';
import { testimonialsContent } from '#domain/home/testimonials.ts';
import { ingredientContent } from '#domain/ingredients/ingredient.ts';
import { articleContent } from '#domain/journal/article.ts';
import { ownPageContent, policyContent } from '#domain/policies/policies.ts';
import { salesContent } from '#domain/pricing/sale-content.ts';
import { routineContent } from '#domain/routine/routine-content.ts';
import { searchContent } from '#domain/search/search-content.ts';
import { couriersContent } from '#domain/shipping/courier-content.ts';
import { courierExportsContent } from '#domain/shipping/parcel-content.ts';
import { courierStatusesContent } from '#domain/shipping/status-content.ts';
import { skinContent } from '#domain/skin/skin-page.ts';
import type { Feature } from '#domain/store/features.ts';
import { navigationContent } from '#domain/store/navigation-content.ts';
import { storeContent } from '#domain/store/store.ts';
import { contactContent, topicContent } from '#domain/support/faqs.ts';
import { taxContent } from '#domain/tax/tax-content.ts';

type ContentType = {
  files: string[];
  schema: z.ZodType;
  /** The part of the shop that needs it: a shop without that part reads no such file. */
  feature?: Feature;
  /** Whether a shop may do without the file. */
  mayBeMissing?: true;
};

/**
 * `files` are paths in `content/`. One with a `*` stands for a folder to which editors add entries; any other file must
 * exist, unless its part of the shop is off.
 */
export const contentTypes = {
  store: { files: ['store.yaml'], schema: storeContent },
  theme: { files: ['brand/theme.yaml'], schema: themeContent },
  delivery: { files: ['delivery.yaml'], schema: deliveryContent },
  couriers: { files: ['couriers.yaml'], schema: couriersContent },
  courierExports: { files: ['courier-exports.yaml'], schema: courierExportsContent },
  courierStatuses: { files: ['courier-statuses.yaml'], schema: courierStatusesContent },
  tax: { files: ['tax.yaml'], schema: taxContent },
  redirects: { files: ['redirects.yaml'], schema: redirectsContent },
  sales: { files: ['sales.yaml'], schema: salesContent },
  search: { files: ['search.yaml'], schema: searchContent },
  products: { files: ['products/*/index.md'], schema: productContent },
  categories: { files: ['categories/*.yaml'], schema: categoryContent },
  brands: { files: ['brands/*.yaml'], schema: brandContent },
  ingredients: { files: ['ingredients/*.yaml'], schema: ingredientContent, feature: 'ingredients' },
  skin: { files: ['skin.yaml'], schema: skinContent, feature: 'skin' },
  routine: { files: ['routine.yaml'], schema: routineContent, feature: 'routine' },
  home: { files: ['home.yaml'], schema: homeContent },
  testimonials: { files: ['testimonials.yaml'], schema: testimonialsContent, mayBeMissing: true },
  collection: { files: ['collection.yaml'], schema: collectionContent },
  journal: { files: ['journal/*.md'], schema: articleContent, feature: 'journal' },
  about: { files: ['about/index.md'], schema: aboutContent, mayBeMissing: true },
  aboutIngredients: { files: ['about/ingredients.md'], schema: ingredientsContent, mayBeMissing: true },
  sustainability: { files: ['about/sustainability.md'], schema: sustainabilityContent, mayBeMissing: true },
  team: { files: ['team.yaml'], schema: teamContent, mayBeMissing: true },
  policies: { files: ['policies/*.md'], schema: policyContent },
  pages: { files: ['pages/*.md'], schema: ownPageContent },
  faqs: { files: ['faqs/*.yaml'], schema: topicContent },
  contact: { files: ['contact.yaml'], schema: contactContent },
  navigation: { files: ['navigation.yaml'], schema: navigationContent },
} satisfies Record<string, ContentType>;

export type ContentTypes = typeof contentTypes;

/** The id of the entry in a file: that of its folder in `products/<id>/index.md`, its own name in `policies/<id>.md`. */
export const entryId = (file: string): string =>
  file
    .replace(/(\/index)?\.\w+$/, '')
    .split('/')
    .at(-1) ?? '';
