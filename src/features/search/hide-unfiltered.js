const asked = new URLSearchParams(location.search);
if (['q', 'only', 'skin', 'with', 'free', 'mine', 'sort'].some((name) => asked.get(name)?.trim())) {
  const { dataset } = document.documentElement;
  dataset.searching = '';
  if (asked.get('q')?.trim()) dataset.query = '';
  if (asked.get('only')) dataset.only = '';
  addEventListener('astro:hydration-error', () => delete dataset.searching);
}
