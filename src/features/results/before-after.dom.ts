/** Moves the line of every before/after picture to the value of its range input. */

/** The text of a position for screen readers, 0 to 100. */
export function positionLabel(at: number): string {
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
      input.ariaValueText = positionLabel(input.valueAsNumber);
    };
    input.addEventListener('input', follow);
    // The browser restores the value after Back and reload.
    follow();
  }
}
