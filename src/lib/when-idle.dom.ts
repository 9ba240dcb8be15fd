/** Runs when the page has loaded and the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  // Safari has no `requestIdleCallback`.
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : run());
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
