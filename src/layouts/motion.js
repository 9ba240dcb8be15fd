self.onpageswap = self.onpagereveal = ({ viewTransition: move }) => {
  move?.ready.catch(() => {});
  try {
    if (sessionStorage.motion) move?.skipTransition();
  } catch {}
};
new PerformanceObserver((list) => {
  try {
    const [{ activationStart }] = performance.getEntriesByType('navigation');
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (activationStart && paint?.startTime - activationStart > 85) sessionStorage.motion = 'none';
  } catch {}
}).observe({ type: 'paint', buffered: true });
