/** Wrangler bundles these as text (the `rules` of wrangler.toml). */
declare module '*.txt' {
  const text: string;
  export default text;
}

/** Settings of the shop, as tools/lib/settings.ts writes them. */
declare module '#settings' {
  import type { PdfFonts } from '#domain/brand/pdf-fonts.ts';
  import type { Theme } from '#domain/brand/theme.ts';
  import type { DeliveryContent } from '#domain/delivery/delivery-content.ts';
  import type { FeedCategory } from '#domain/seo/merchant.ts';
  import type { Courier } from '#domain/shipping/couriers.ts';
  import type { Packaging, ParcelFormat } from '#domain/shipping/parcel-file.ts';
  import type { StatusPhrases } from '#domain/shipping/parcel-states.ts';
  import type { Store } from '#domain/store/store.ts';
  import type { ShopTax } from '#domain/tax/tax-content.ts';

  export const store: Store;
  export const theme: Theme;
  export const pdfFonts: PdfFonts;
  export const delivery: DeliveryContent;
  export const couriers: { couriers: Courier[] };
  export const courierExports: { packaging: Packaging; formats: ParcelFormat[] };
  export const courierStatuses: StatusPhrases;
  export const tax: ShopTax;
  export const feedCategories: Record<string, FeedCategory>;
}
