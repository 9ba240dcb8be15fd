/** The line of every before/after picture follows its range input. */

/** What a screen reader hears for a place of the line, 0 to 100. */
export function spoken(at: number): string {
  if (at <= 0) return 'All after';
  if (at >= 100) return 'All before';
  return at === 50 ? 'Half before, half after' : `${at}% before, ${100 - at}% after`;
}

export function startBeforeAfter(): void {
  for (const slider of document.querySelectorAll<HTMLElement>('[data-before-after]')) {
    const input = slider.querySelector('input');
    if (!input) continue;
    const follow = (): void => {
      slider.style.setProperty('--at', String(input.valueAsNumber / 100));
      input.ariaValueText = spoken(input.valueAsNumber);
    };
    input.addEventListener('input', follow);
    // Back and reload bring the input back where it stood.
    follow();
  }
}
