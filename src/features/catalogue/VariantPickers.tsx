import { useEffect, useState } from 'react';
import { canBeBought } from '#domain/catalogue/can-be-bought.ts';
import { askedVariant, openingVariant, variantAddress } from '#domain/catalogue/opening-variant.ts';
import { chosenVariant, variantsWith } from '#domain/catalogue/options.ts';
import { mostNamed, optionPickers, titleOf } from '#domain/catalogue/pickers.ts';
import type { ApiProduct, WithVariants } from '#domain/catalogue/product.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { stockText } from './live.dom.ts';
import './variant-picker.css';

/** What a choice is: a value of an option, or a size or shade. @property sold with this choice */
type Choice = {
  value: string;
  name: string;
  swatch: string | null | undefined;
  sold: readonly ApiProduct[];
  price?: string | false;
};

type PickerProps = {
  title: string;
  name: string;
  /** The value of what is chosen. */
  chosen: string;
  choices: readonly Choice[];
  isOption?: boolean;
  onChoose: (value: string) => void;
};

const isSoldOut = ({ sold }: Choice): boolean => sold.length > 0 && !sold.some(canBeBought);

function Picker({ title, name, chosen, choices, isOption, onChoose }: PickerProps) {
  const out = choices.filter(isSoldOut);
  return (
    <fieldset className={isOption ? 'variants option' : 'variants'}>
      <legend>
        {title}: <b>{choices.find(({ value }) => value === chosen)?.name}</b>
      </legend>
      <div className={`choices cluster gap-2 ${choices.length > mostNamed ? 'many' : ''}`}>
        {choices.map((choice) => {
          const { value, name: text, swatch, price } = choice;
          const [first, ...others] = choice.sold;
          const isOut = isSoldOut(choice);
          return (
            <label
              key={value}
              className={swatch ? 'shade' : undefined}
              title={swatch ? text : undefined}
              data-out={isOut ? '' : undefined}
            >
              <input
                type="radio"
                name={name}
                checked={value === chosen}
                disabled={!first}
                onChange={() => onChoose(value)}
              />
              {swatch && <i style={{ backgroundColor: swatch }} />}
              <span className="name">{text}</span>
              {price && <small translate="no">{price}</small>}
              {isOut && first && (
                <span className="visually-hidden">, {others.length ? 'Sold out' : stockText(first)}</span>
              )}
            </label>
          );
        })}
      </div>
      {choices.some(({ swatch }) => swatch) && (
        <p className="sold-out" aria-hidden="true">
          {out.length > 0 && `Sold out: ${out.map(({ name }) => name).join(', ')}`}
        </p>
      )}
    </fieldset>
  );
}

const valuesOf = ({ choices }: ApiProduct): string[] => choices.map(({ value }) => value);

type PickersProps = { variants: readonly ApiProduct[]; chosen: ApiProduct; onChoose: (id: string) => void };

/** The pickers of a built page (VariantPicker.astro), for a product that comes from the API. */
export function VariantPickers({ variants, chosen, onChoose }: PickersProps) {
  const options = chosen.choices.map(({ name }) => name);
  const all = variants.map((one) => ({
    ...one,
    id: one._id,
    choices: valuesOf(one),
    isOut: !canBeBought(one),
    one,
  }));
  const now = valuesOf(chosen);
  const pickers = optionPickers(options, all);
  const varies = new Set(variants.map(({ price }) => price)).size > 1;
  if (!pickers.length)
    return (
      <Picker
        title={titleOf(variants)}
        name="variant"
        chosen={chosen._id}
        choices={variants.map((one) => ({
          value: one._id,
          name: one.label ?? '',
          swatch: one.swatch,
          sold: [one],
          price: varies && formatPrice(toPaise(one.price) ?? 0),
        }))}
        onChoose={onChoose}
      />
    );
  return pickers.map(({ name, option, values }) => (
    <Picker
      key={name}
      title={name}
      name={`option-${option}`}
      isOption
      chosen={now[option] ?? ''}
      choices={values.map(({ value, swatch }) => ({
        value,
        name: value,
        swatch,
        sold: variantsWith(all, now, option, value).map(({ one }) => one),
      }))}
      onChoose={(value) => {
        const to = chosenVariant(all, now, option, value);
        if (to) onChoose(to.id);
      }}
    />
  ));
}

/**
 * The size or shade that is chosen of a product: what the address names, else the first in stock. A choice is in the address,
 * and Back leads to the first one, as on a built page (variants.dom.ts).
 */
export function useVariant({ product, variants }: WithVariants): [ApiProduct, (id: string) => void] {
  const opening = (): string => {
    const all = variants.map((one) => ({ id: one._id, isOut: !canBeBought(one) }));
    return openingVariant(all, product._id, askedVariant(product._id, location))?.id ?? product._id;
  };
  const [chosen, setChosen] = useState(opening);
  const [isAdded, setAdded] = useState(false);
  useEffect(() => {
    const open = () => {
      setAdded(false);
      setChosen(opening());
    };
    addEventListener('popstate', open);
    return () => removeEventListener('popstate', open);
  });
  const choose = (id: string): void => {
    history[isAdded ? 'replaceState' : 'pushState'](
      history.state,
      '',
      variantAddress(location.href, product._id, id),
    );
    setAdded(true);
    setChosen(id);
  };
  return [variants.find(({ _id }) => _id === chosen) ?? product, choose];
}
