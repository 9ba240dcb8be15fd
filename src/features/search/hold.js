// In the head of the collection: an address that holds a search must never flash the whole shelf. The
// island takes the mark off; should its script fail, everything is shown after all.
const asked = new URLSearchParams(location.search);
if (['q', 'skin', 'sort'].some((name) => asked.get(name)?.trim())) {
  const { dataset } = document.documentElement;
  dataset.searching = '';
  addEventListener('astro:hydration-error', () => delete dataset.searching, { capture: true });
}
