const asked = new URLSearchParams(location.search);
if (['q', 'skin', 'with', 'free', 'sort'].some((name) => asked.get(name)?.trim())) {
  const { dataset } = document.documentElement;
  dataset.searching = '';
  if (asked.get('q')?.trim()) dataset.query = '';
  addEventListener('astro:hydration-error', () => delete dataset.searching);
}
