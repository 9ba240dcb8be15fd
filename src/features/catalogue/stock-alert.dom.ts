/**
 * What a buy box offers while what it sells is sold out: an email when it is back, and two products that are in stock for one of the
 * same concerns (docs/behaviour.md, "Back in stock"). Loaded only then, and made here: without scripts nothing is promised.
 */

import { toPaise } from '#lib/money.ts';
import { productDrawing } from '#lib/more-paths.ts';
import { productPath, productThumbnail } from '#lib/paths.ts';
import { make } from '#ui/make.dom.ts';
import { priceHtml } from './price-html.ts';
import { findAlternatives, requestStockAlert, shopperEmail } from './stock-alert.api.ts';
import './stock-alert.css';

/** The form, and what takes its place once it was sent. @param id of what is sold out */
function alertForm(id: string): HTMLElement[] {
  const field = make('input', {
    className: 'input',
    id: 'alert-email',
    type: 'email',
    name: 'email',
    autocomplete: 'email',
  });
  field.required = true;
  field.setAttribute('aria-describedby', 'alert-error alert-note');
  const error = make('p', { className: 'error', id: 'alert-error', role: 'alert' });
  const button = make('button', { className: 'button quiet', type: 'submit' }, 'Tell me when it is back');
  const done = make('p', { className: 'notice success', role: 'status', tabIndex: -1 });
  const form = make(
    'form',
    { className: 'field', noValidate: true },
    make('label', { htmlFor: field.id }, 'Sold out. Where may we write when it is back?'),
    field,
    error,
    button,
    make(
      'p',
      { className: 'hint', id: 'alert-note' },
      'One email, and nothing else. Who asks first hears first.',
    ),
  );
  const say = (message: string): void => {
    error.textContent = message;
    field.ariaInvalid = message ? 'true' : null;
  };
  field.addEventListener('input', () => say(''));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    const sent = await requestStockAlert(id, field.value);
    button.disabled = false;
    if (!sent.ok) {
      say(sent.message);
      field.focus();
      return;
    }
    form.remove();
    done.textContent = sent.data.message;
    done.focus();
  });
  // Unless somebody has typed.
  void shopperEmail().then((email) => {
    field.value ||= email;
  });
  return [form, done];
}

/** Products in stock for one of the same concerns. @param id of what is sold out */
async function alternativesOf(id: string, { concerns, category }: DOMStringMap): Promise<HTMLElement[]> {
  const others = concerns ? await findAlternatives(id, concerns, category) : [];
  const cards = others.map(({ _id, name, image, price, originalPrice }) => {
    const src = image.length ? productThumbnail(_id) : productDrawing(_id);
    const cost = make('span', { className: 'price' });
    cost.innerHTML = priceHtml({ price: toPaise(price) ?? 0, originalPrice: toPaise(originalPrice) ?? 0 });
    const picture = make('img', { src, alt: '', width: 160, height: 160 });
    return make('li', {}, make('a', { href: productPath(_id) }, picture, make('span', {}, name), cost));
  });
  return cards.length ? [make('h2', {}, 'In stock for the same concerns'), make('ul', {}, ...cards)] : [];
}

/** @param box with the id of what is sold out; nothing is done again for the same */
export async function offerAlert(box: HTMLElement): Promise<void> {
  const id = box.dataset.soldOut;
  const earlier = box.querySelector<HTMLElement>('.stock-alert');
  if (!id || earlier?.dataset.of === id) return;
  earlier?.remove();
  const place = make('div', { className: 'stock-alert' }, ...alertForm(id));
  place.dataset.of = id;
  box.appendChild(place);
  for (const part of await alternativesOf(id, box.dataset)) place.appendChild(part);
}
