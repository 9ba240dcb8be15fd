/**
 * What fields of an export of this shop name has to exist in the shop that takes them: rates of GST, steps and active ingredients
 * of the routine, amounts in texts. Without that the shop could not be built, so such a field is left out.
 */
import { amountsFor, type Priced } from '#domain/catalogue/amounts.ts';
import { namesMissing } from '#domain/catalogue/left-out.ts';
import { productContent } from '#domain/catalogue/product-content.ts';
import { textField } from '#domain/catalogue/product-metafields.ts';
import { toPaise } from '#lib/money.ts';
import { type ReferenceTarget, referencesIn, referringFields } from '#lib/referring-fields.ts';
import { textsIn } from '#lib/text.ts';
import { dropAt, isOwn, type LoseField, type ProductMatter } from './own-fields.ts';
import type { PlannedProduct } from './product-file.ts';

/** A product of the shop. @property code of its routine */
export type KnownProduct = Priced & { code?: string | undefined };

/**
 * What the shop has, as JSON.
 * @property steps, @property actives ids of the routine @property codes of kinds of products in the routine
 * @property stepped categories that have a step of the routine
 */
export type ShopNames = {
  steps: readonly string[];
  actives: readonly string[];
  codes: readonly string[];
  stepped: readonly string[];
  products: readonly (readonly [id: string, product: KnownProduct])[];
};

/** @property matter its front matter as it would be written */
type Planned = { plan: PlannedProduct; matter: () => ProductMatter; lose: LoseField };

const fields = referringFields(productContent);

/** What amounts in texts need of a product. */
export const pricedOf = ({ price = 0, originalPrice, parts, routine }: ProductMatter): KnownProduct => ({
  price: toPaise(Number(price)) ?? 0,
  originalPrice: originalPrice === undefined ? undefined : toPaise(Number(originalPrice)),
  parts,
  code: routine?.code,
});

/** Names in a text, `{{price}}`, that stand for nothing. */
const unknownIn = (value: unknown, amounts: Readonly<Record<string, string>>): boolean =>
  textsIn(value).some((text) =>
    [...text.matchAll(/\{\{(.*?)\}\}/gs)].some(([, name = '']) => amounts[name.trim()] === undefined),
  );

/** Takes away the fields that name what the shop does not have. */
export function dropUnknownNames(
  planned: readonly Planned[],
  { names, rates }: { names: ShopNames; rates: ReadonlySet<string> },
): void {
  const known: Partial<Record<ReferenceTarget, ReadonlySet<string>>> = {
    step: new Set(names.steps),
    active: new Set(names.actives),
    rate: rates,
  };
  const products = new Map(names.products);
  for (const { plan, matter } of planned) products.set(plan.id, pricedOf(matter()));
  const codes = new Map(names.codes.map((code) => [code, '']));
  for (const [id, { code }] of products) if (code && !codes.has(code)) codes.set(code, id);
  const own = planned.filter(({ plan }) => isOwn(plan.own));
  for (const { plan, matter, lose } of own) {
    const leave = (path: string, reason: string) => dropAt(plan.own, path.split('.'), reason, lose);
    for (const { refersTo, id, field } of referencesIn(fields, matter()))
      if (known[refersTo]?.has(id) === false) leave(field, `names “${id}”, which the shop does not have`);
    const { routine, parts = [] } = matter();
    if (routine && !routine.step && !names.stepped.includes(plan.category.name))
      leave('routine', 'has no step, and the category has none either');
    else if (routine && codes.get(routine.code) !== plan.id)
      leave('routine', `has the code “${routine.code}” of another product`);
    if (parts.some((part) => products.get(part)?.parts)) leave('parts', 'has a kit in it');
    products.set(plan.id, pricedOf(matter()));
  }
  const exists = (id: string) => products.has(id);
  const amounts = new Map(products);
  for (const { plan, lose } of own) {
    const facts = amountsFor(plan.id, amounts);
    const product = { parts: [...(products.get(plan.id)?.parts ?? [])] };
    const isWrong = (value: unknown) =>
      (Array.isArray(value) ? value : [value]).some(
        (part) =>
          !(
            (Array.isArray(value) || typeof value === 'string') &&
            namesMissing(JSON.stringify(part), product, exists)
          ) && unknownIn(part, facts),
      );
    const reason = 'names an amount that does not exist';
    for (const [n, { values }] of plan.own.variants.entries())
      for (const [name, value] of Object.entries(values))
        if (unknownIn(value, facts)) dropAt(plan.own, ['variants', n, name], reason, lose);
    for (const [name, value] of Object.entries(plan.own.values))
      if (isWrong(value)) dropAt(plan.own, [name], reason, lose);
    if (isWrong(plan.own.text?.split(/\n\s*\n/))) dropAt(plan.own, [textField], reason, lose);
  }
}
