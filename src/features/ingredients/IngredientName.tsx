import type { KnownIngredient } from '#domain/ingredients/inci.ts';
import { paths } from '#lib/paths.ts';

/** A name of a list, as the label has it. Not Astro's markup, which adds spaces before the commas. */
export default function IngredientName({
  name,
  known,
}: {
  name: string;
  known: KnownIngredient | undefined;
}) {
  return (
    <li>
      {known ? <a href={paths.ingredient(known.id)}>{name}</a> : name}
      {known?.ingredient.allergen && <em>fragrance allergen</em>}
    </li>
  );
}
