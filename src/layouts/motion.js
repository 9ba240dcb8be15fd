for (const type of ['pageswap', 'pagereveal'])
  addEventListener(type, ({ viewTransition }) => viewTransition?.ready.catch(() => {}));
addEventListener('pageswap', ({ viewTransition }) => {
  try {
    if (sessionStorage.motion) viewTransition?.skipTransition();
  } catch {}
});
new PerformanceObserver((list) => {
  try {
    const [{ activationStart }] = performance.getEntriesByType('navigation');
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (activationStart && paint?.startTime - activationStart > 85) sessionStorage.motion = 'none';
  } catch {}
}).observe({ type: 'paint', buffered: true });
