const asked = new URLSearchParams(location.search);
const isAsked = (name) => asked.get(name)?.trim();
const facets = ['category', 'brand', 'price', 'concern', 'spf', 'size', 'origin', 'in'].some(isAsked);
if (facets || ['q', 'only', 'skin', 'with', 'free', 'mine', 'sort'].some(isAsked)) {
  const { dataset } = document.documentElement;
  dataset.searching = '';
  if (isAsked('q')) dataset.query = '';
  if (facets || asked.get('only')) dataset.only = '';
  addEventListener('astro:hydration-error', () => delete dataset.searching);
}
