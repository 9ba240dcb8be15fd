/** Names in `content/routine.yaml` and in the routines of products must exist, and codes of links must differ. */
import { slugOfCategory } from '#domain/catalogue/category.ts';
import type { ProductRoutine } from '#domain/routine/product-routine.ts';
import type { RoutineContent } from '#domain/routine/routine-content.ts';

type Product = {
  category: string;
  routine?: ProductRoutine | undefined;
  parts?: readonly string[] | undefined;
};
type Category = { step?: string | undefined };

/**
 * @param categories by slug @param advise takes a part of a kit that does not exist
 * @returns mistakes such as `content/routine.yaml: kinds.2.step: there is no step "x"`
 */
export function routineMistakes(
  content: RoutineContent,
  products: ReadonlyMap<string, Product>,
  concerns: ReadonlySet<string>,
  categories: ReadonlyMap<string, Category>,
  advise: (mistake: string, weight: 'advice') => void,
): string[] {
  const file = 'content/routine.yaml';
  const idsIn = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id));
  const known = {
    step: idsIn(content.steps),
    'active ingredient': idsIn(content.actives),
    source: idsIn(content.sources),
    concern: concerns,
  };
  const mistakes: string[] = [];
  const refer = (field: string, what: keyof typeof known, ids: readonly string[]) => {
    for (const id of ids) if (!known[what].has(id)) mistakes.push(`${field}: there is no ${what} "${id}"`);
  };
  const unlike = (field: string, values: readonly string[]) => {
    const twice = values.find((value, n) => values.indexOf(value) !== n);
    if (twice) mistakes.push(`${file}: ${field}: "${twice}" is used twice`);
  };

  const own = [...products].flatMap(([id, { category, routine }]) =>
    routine ? [{ id, category, ...routine }] : [],
  );
  for (const [id, { parts = [] }] of products)
    for (const part of parts) {
      const place = `content/products/${id}/index.md: parts`;
      if (!products.has(part)) advise(`${place}: there is no product "${part}"`, 'advice');
      if (products.get(part)?.parts) mistakes.push(`${place}: "${part}" is a kit itself`);
    }
  for (const [slug, { step }] of categories)
    refer(`content/categories/${slug}.yaml: step`, 'step', step ? [step] : []);
  for (const { id, category, step, actives } of own) {
    const place = `content/products/${id}/index.md: routine.step`;
    refer(place, 'step', step ? [step] : []);
    if (!step && !categories.get(slugOfCategory(category))?.step)
      mistakes.push(`${place}: is missing, and its category "${category}" has no step either`);
    refer(`content/products/${id}/index.md: routine.actives`, 'active ingredient', actives);
  }
  for (const { id, step, actives, wants } of content.kinds) {
    refer(`${file}: kinds: ${id}.step`, 'step', [step]);
    refer(`${file}: kinds: ${id}.actives`, 'active ingredient', actives);
    refer(`${file}: kinds: ${id}.wants`, 'concern', wants);
  }
  for (const { id, first, second, sources } of [...content.apart, ...content.together]) {
    refer(`${file}: ${id}`, 'active ingredient', [...first, ...second]);
    refer(`${file}: ${id}.sources`, 'source', sources);
  }
  for (const { id, actives, sources } of content.care) {
    refer(`${file}: ${id}`, 'active ingredient', actives);
    refer(`${file}: ${id}.sources`, 'source', sources);
  }
  for (const part of ['order', 'patchTest', 'pregnancy'] as const)
    refer(`${file}: ${part}.sources`, 'source', content[part].sources);
  refer(`${file}: wants`, 'concern', content.wants);
  unlike(
    'codes',
    [...own, ...content.kinds].map(({ code }) => code),
  );
  unlike('kinds', [...products.keys(), ...content.kinds.map(({ id }) => id)]);
  unlike(
    'rules',
    [...content.apart, ...content.together, ...content.care].map(({ id }) => id),
  );
  for (const list of ['steps', 'actives', 'sources'] as const)
    unlike(
      list,
      content[list].map(({ id }) => id),
    );
  return mistakes;
}
