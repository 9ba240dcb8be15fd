const withoutMotion = ({ viewTransition: move }) => {
  move?.ready.catch(() => {});
  try {
    if (sessionStorage.motion) move?.skipTransition();
  } catch {}
};
self.onpageswap = withoutMotion;
if (document.referrer) self.onpagereveal = withoutMotion;
new PerformanceObserver((list) => {
  try {
    const [{ activationStart }] = performance.getEntriesByType('navigation');
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (activationStart && paint?.startTime - activationStart > 85) sessionStorage.motion = 'none';
  } catch {}
}).observe({ type: 'paint', buffered: true });
