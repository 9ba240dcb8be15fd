addEventListener('pageswap', ({ viewTransition }) => {
  try {
    if (sessionStorage.motion === 'none') viewTransition?.skipTransition();
    else sessionStorage.motion = performance.timeOrigin + performance.now();
  } catch {}
});
new PerformanceObserver((list) => {
  try {
    const [visit] = performance.getEntriesByType('navigation');
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (visit.activationStart && performance.timeOrigin + paint?.startTime - sessionStorage.motion > 100)
      sessionStorage.motion = 'none';
  } catch {}
}).observe({ type: 'paint', buffered: true });
