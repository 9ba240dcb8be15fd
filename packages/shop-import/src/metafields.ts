/** Columns of metafields in Shopify's CSV: `Net quantity (product.metafields.custom.net_quantity)`. */

/** What has metafields. */
export type MetafieldOwner = 'product' | 'variant';

/** Texts of metafields of one namespace, by their names: `{ netQuantity: '30 ml' }`. */
export type Metafields = Readonly<Record<string, string>>;

/** The heading of a field. @param name such as `netQuantity` */
export const metafieldHeading = (
  owner: MetafieldOwner,
  namespace: string,
  name: string,
  label: string,
): string =>
  `${label} (${owner}.metafields.${namespace}.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)})`;

const heading = /(?:^|\()(product|variant)\.metafields\.([\w-]+)\.([\w-]+)\)?$/i;

/** What a heading names: the owner, the namespace, and the key as Shopify has it. */
export function metafieldOf(
  text: string,
): { owner: MetafieldOwner; namespace: string; key: string; title: string } | undefined {
  const [whole = '', owner = '', namespace = '', key = ''] = heading.exec(text.trim()) ?? [];
  if (!whole) return undefined;
  const title = text.trim().slice(0, -whole.length).trim();
  return {
    owner: owner.toLowerCase() as MetafieldOwner,
    namespace: namespace.toLowerCase(),
    key: key.toLowerCase(),
    title,
  };
}

/** The name of a key: `net_quantity` is `netQuantity`. */
const nameOfKey = (key: string): string =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Columns of metafields of a namespace, each name once. */
export type MetafieldColumns = readonly { owner: MetafieldOwner; name: string; heading: string }[];

export const metafieldColumns = (
  headings: readonly string[],
  namespace: string | undefined,
): MetafieldColumns =>
  headings
    .flatMap((heading) => {
      const found = metafieldOf(heading);
      if (!namespace || found?.namespace !== namespace.toLowerCase()) return [];
      return [{ owner: found.owner, name: nameOfKey(found.key), heading }];
    })
    .filter(
      ({ owner, name }, place, all) =>
        all.findIndex((one) => one.owner === owner && one.name === name) === place,
    );
