// An anchor is found by the true heights: WebKit does not follow it when they come later.
if (performance.getEntriesByType('navigation')[0]?.type === 'navigate' && !location.hash) {
  const { dataset } = document.documentElement;
  dataset.fresh = '';
  // Once the first screen has come, the page is complete: for pictures of the whole page, and for programs that save it.
  addEventListener('load', () => (self.requestIdleCallback ?? setTimeout)(() => delete dataset.fresh));
}
