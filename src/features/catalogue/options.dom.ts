/**
 * A group of radio buttons for each option of a product. The variant that a choice leads to is chosen in the hidden group,
 * which variants.dom.ts follows.
 */
import { chosenVariant, variantsWith } from '#domain/catalogue/options.ts';

export function startOptions(): void {
  const group = document.querySelector<HTMLElement>('[data-variants]');
  if (!group) return;
  const pickers = [...document.querySelectorAll<HTMLElement>('[data-option]')];
  const radios = [...group.querySelectorAll('input')].map((radio) => ({
    radio,
    choices: JSON.parse(radio.dataset.choices ?? '[]') as string[],
  }));
  const variants = () =>
    radios.map((one) => ({ ...one, isOut: one.radio.parentElement?.dataset.out !== undefined }));
  const chosen = (): string[] => radios.find(({ radio }) => radio.checked)?.choices ?? [];

  const draw = (): void => {
    const [all, now] = [variants(), chosen()];
    for (const picker of pickers) {
      const option = Number(picker.dataset.option);
      const legend = picker.querySelector('b');
      if (legend) legend.textContent = now[option] ?? '';
      for (const input of picker.querySelectorAll('input')) {
        const offered = variantsWith(all, now, option, input.value);
        const isOut = offered.length > 0 && offered.every((one) => one.isOut);
        input.checked = input.value === now[option];
        input.disabled = !offered.length;
        const label = input.parentElement;
        label?.toggleAttribute('data-out', isOut);
        const said = label?.querySelector('.visually-hidden');
        if (said) said.textContent = isOut ? ', Sold out' : '';
      }
    }
    document.dispatchEvent(new Event('shop:sold-out'));
  };

  for (const picker of pickers)
    picker.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      const to = chosenVariant(variants(), chosen(), Number(picker.dataset.option), target.value);
      if (!to) return;
      to.radio.checked = true;
      to.radio.dispatchEvent(new Event('change', { bubbles: true }));
    });
  let isWaiting = false;
  const drawSoon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      draw();
    });
  };
  // variants.dom.ts has chosen one, or has said of some that they are not sold now.
  document.addEventListener('shop:cards', drawSoon);
  group.addEventListener('live', drawSoon, true);
  draw();
}
