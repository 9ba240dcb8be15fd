import type { KnownIngredient } from '#domain/ingredients/inci.ts';
import { ingredientPath } from '#lib/paths.ts';

/**
 * A name of a list, as the label has it. Not Astro's markup, which adds spaces before the commas.
 * @property known entries that explain it, the first of which it leads to; none for plain text
 */
export default function IngredientName({ name, known }: { name: string; known: readonly KnownIngredient[] }) {
  const [first] = known;
  return (
    <li>
      {first ? <a href={ingredientPath(first.id)}>{name}</a> : name}
      {known.some(({ ingredient }) => ingredient.allergen) && <em>fragrance allergen</em>}
    </li>
  );
}
